import type { WhatIfRules } from "langgraph-rollback/operator";
import type { Replay } from "langgraph-rollback/replay";

import { factsOf, toldOf } from "../replays/what-if-facts.ts";
import { actLines, whatIfWords } from "../shared/words/what-if-words.ts";
import { wrapped } from "../shared/words/wrapped.ts";

/**
 * Treatment of acts in a what-if, for a terminal, before it is made.
 *
 * @param width columns that no line goes beyond
 */
export function whatIfRulesText(rules: WhatIfRules, width: number): string {
  return whatIfWords(factsOf(rules))
    .flatMap((line) => wrapped(line, width))
    .join("\n");
}

/**
 * A what-if that was made, for a terminal: how it ended, its acts, and where it parts from the run.
 *
 * @param partsAt 0-based; absent if no step differs
 * @param width   columns that no line goes beyond
 */
export function whatIfText(made: Replay, partsAt: number | undefined, width: number): string {
  const { acts, reason, status, step } = toldOf(made, { by: "" });
  const parting =
    partsAt === undefined
      ? `${status === "inconclusive" ? "Up to where it ended, none" : "None"} of its steps differs from the run's.`
      : `It parts from the run at step ${partsAt + 1}.`;
  return [
    ...wrapped(`The copy, run from step ${step + 1} on, was ${status}: ${reason}`, width),
    ...wrapped(parting, width),
    ...(acts.length === 0 ? [] : ["Acts:"]),
    ...actLines(acts).flatMap((line) => wrapped(line, width, "  ")),
  ].join("\n");
}
