import type { UntilStopped } from "./command-line.ts";

/** What shells expect of a program that Ctrl-C ended. */
const CANCELLED = 130;

/**
 * Hears Ctrl-C. What serves is told, once, and closes in its own time; everything else ends there and then, which no file
 * takes harm from, as files are written in one go.
 */
export function stopOnSignals(process: Pick<NodeJS.Process, "exit" | "on">): UntilStopped {
  let stop: (() => void) | undefined;
  const heard = (): void => {
    if (stop === undefined) process.exit(CANCELLED);
    stop();
    // Asked again, it is asked in earnest.
    stop = undefined;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, heard);
  return () =>
    new Promise((resolve) => {
      stop = resolve;
    });
}
