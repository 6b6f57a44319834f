import type { WhatIfsView } from "../acting/acting-view.ts";
import type { WhatIfTold } from "../view/what-if-told.ts";
import { plainLine } from "./plain-line.ts";

/** Treatment of acts in a what-if, as sentences for those who are about to start one. Names in them are untrusted. */
export function whatIfWords({
  answered,
  hasSandbox,
  nodes,
  runs,
}: Pick<WhatIfsView, "answered" | "hasSandbox" | "nodes" | "runs">): readonly string[] {
  return [
    "The agent runs again on a copy in memory. This thread, its history and its effects stay as they are: nothing is undone or released.",
    "Models are asked anew, which costs what it costs.",
    "A tool or an act that the run has called in the same way is given the same result, and is not done again. One that only reads runs. Any other is not done: the what-if ends there, and says which it was. In an agent that declares effects, a node that may have some ends it as well.",
    ...(hasSandbox ? ["The agent's own rules make a sandbox for it, and acts happen there."] : []),
    ...(answered.length === 0
      ? []
      : [`By the agent's own rules these are answered without running: ${named(answered)}.`]),
    ...(nodes.length === 0
      ? []
      : [
          `The code of these nodes runs, by the agent's own rules: ${named(nodes)}. Its acts are answered as above.`,
        ]),
    ...(runs.length === 0 ? [] : [`By the agent's own rules these run in the real world: ${named(runs)}.`]),
  ];
}

/** Acts that a what-if came to, one line each. Untrusted. */
export function actLines(acts: WhatIfTold["acts"]): readonly string[] {
  return acts.map(({ answer, args, name }) => plainLine(`${name} ${args}: ${ANSWERS[answer]}`, LINE));
}

/** Characters of a line. */
const LINE = 300;

const ANSWERS: Readonly<Record<WhatIfTold["acts"][number]["answer"], string>> = {
  recorded: "given its recorded result",
  given: "answered by the agent's rules",
  ran: "ran",
  refused: "not done; the what-if ended here",
};

const named = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
