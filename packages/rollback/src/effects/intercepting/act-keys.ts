/** Keys of acts under way, by the id of the callback run that does them. */
const keys = new Map<string, string>();

/** @internal */
export const keepKey = (runId: string, key: string): void => void keys.set(runId, key);

/** @internal */
export const dropKey = (runId: string): void => void keys.delete(runId);

/** @internal */
export const keyOfRun = (runId: string): string | undefined => keys.get(runId);
