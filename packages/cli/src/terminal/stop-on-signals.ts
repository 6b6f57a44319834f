import type { UntilStopped } from "./until-stopped.ts";

/** Exit code that shells expect of a program that Ctrl-C ended. */
const CANCELLED = 130;

/** The part of Node's `process` that is used. */
interface SignalledProcess {
  readonly on: (signal: "SIGINT" | "SIGTERM", heard: () => void) => unknown;
  readonly exit: (code: number) => unknown;
}

/**
 * Handles Ctrl-C. A server is told once and closes in its own time. Any other command ends at once. No file is damaged: files are written in one go.
 */
export function stopOnSignals(process: SignalledProcess): UntilStopped {
  const end = (): void => void process.exit(CANCELLED);
  let stop = end;
  const heard = (): void => {
    stop();
    // The second signal ends the process at once.
    stop = end;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, heard);
  return () =>
    new Promise((resolve) => {
      stop = resolve;
    });
}
