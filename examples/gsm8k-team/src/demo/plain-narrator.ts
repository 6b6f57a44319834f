import type { Narrator } from "./narrator.ts";

/** Lines for pipes and logs: progress in tenths, or every tenth part when there are few. */
export function plainNarrator(print: (line: string) => void): Narrator {
  return {
    width: 100,
    isColored: false,
    title: (text) => print(`\n== ${text} ==`),
    say: print,
    start(what, parts) {
      print(`${what} ...`);
      let at = 0;
      let tenth = 0;
      return {
        advance(now) {
          at += 1;
          const reached = Math.floor((at / parts) * 10);
          if (reached > tenth && at < parts) print(`  ${at} of ${parts}: ${now}`);
          tenth = reached;
        },
        done: (summary) => print(`  ${summary}`),
        fail: (summary) => print(`  ${summary}`),
      };
    },
    end: (text) => print(`\n${text}`),
  };
}
