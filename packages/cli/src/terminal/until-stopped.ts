/** Resolves when somebody asks the process to stop. What serves then closes, and the command is done. */
export type UntilStopped = () => Promise<void>;
