import { intro, log, outro, progress } from "@clack/prompts";
import colors from "picocolors";
import { wrapped } from "./printable.ts";
import type { Narrator } from "./narrator.ts";

/** Longest lines that are still easy to read. */
const WIDEST = 120;

/** Progress bars and colours for people at a terminal. */
export function terminalNarrator(columns: number): Narrator {
  const width = Math.min(WIDEST, columns) - 3;
  return {
    width,
    title: (text) => intro(colors.bold(text)),
    say: (text) => log.message(text),
    start(what, parts) {
      const bar = progress({ max: parts, size: 24 });
      bar.start(what);
      return {
        advance: (now) => bar.advance(1, `${what}: ${now}`),
        done: (summary) => bar.stop(wrapped(summary, width)),
        fail: (summary) => bar.error(wrapped(summary, width)),
      };
    },
    end: (text) => outro(text),
  };
}
