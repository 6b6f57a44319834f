import { intro, log, outro, progress } from "@clack/prompts";
import colors from "picocolors";
import { wrapped } from "./printable.ts";
import type { Narrator } from "./narrator.ts";

/** Exit code that shells expect of a program that Ctrl-C ended. */
const CANCELLED = 130;

/** Longest lines that are still easy to read. */
const WIDEST = 120;

/** Progress bars and colours for people at a terminal. */
export function terminalNarrator(columns: number): Narrator {
  const width = Math.min(WIDEST, columns) - 3;
  return {
    width,
    isColored: colors.isColorSupported,
    title: (text) => intro(colors.bold(text)),
    say: (text) => log.message(text),
    start(what, parts) {
      log.step(wrapped(what, width));
      const bar = progress({ max: parts, size: 24 });
      // clack leaves with 0 when it hears Ctrl-C.
      const leave = (): void => {
        process.exitCode = CANCELLED;
      };
      process.once("exit", leave);
      bar.start(`0 of ${parts}`);
      let at = 0;
      return {
        advance(now) {
          at += 1;
          bar.advance(1, `${at} of ${parts}: ${now}`);
        },
        done(summary) {
          process.off("exit", leave);
          bar.stop(wrapped(summary, width));
        },
        fail(summary) {
          process.off("exit", leave);
          bar.error(wrapped(summary, width));
        },
      };
    },
    end: (text) => outro(text),
  };
}
