import type { Writable } from "node:stream";
import type { Progress } from "./output.ts";
import { progressWords } from "./progress-words.ts";

/** Exit code that shells expect of a program that Ctrl-C ended. */
const CANCELLED = 130;

/** No progress, for pipes and files. */
export const silentProgress: Progress = { advance() {}, done() {}, fail() {} };

/** A bar on a terminal. While it is shown Ctrl-C ends the process; files are only written after it. */
export async function terminalProgress(
  what: string,
  parts: number,
  output: Writable,
  clock: () => number = Date.now,
): Promise<Progress> {
  // Only commands that show progress load it.
  const { progress } = await import("@clack/prompts");
  const bar = progress({ max: parts, size: 30, output });
  // clack leaves with 0 when it hears Ctrl-C.
  const leave = (): void => {
    process.exitCode = CANCELLED;
  };
  process.once("exit", leave);
  bar.start(what);
  const start = clock();
  let done = 0;
  const end = (stop: () => void) => () => {
    process.off("exit", leave);
    stop();
  };
  return {
    advance: (by = 1, words) => {
      done += by;
      const reached = progressWords(what, { done, parts, elapsed: clock() - start });
      bar.advance(by, words === undefined ? reached : `${reached}; ${words}`);
    },
    done: end(() => bar.stop(what)),
    fail: end(() => bar.error(what)),
  };
}
