import type { MemberScores } from "@langgraph-rollback/attribution";

import { JUDGES } from "../labelled-data/data-sets.ts";
import type { MarkedRun } from "./marked-runs.ts";

/** The members of the panel: of each judge its verdict on the run, and the share of steps that it does not mark wrong. */
export const PANEL_MEMBERS: readonly string[] = JUDGES.flatMap((judge) => [
  `${judge}: run`,
  `${judge}: steps`,
]);

/** Their scores of a run, in this order. */
export function scoresOf({ opinions }: MarkedRun): MemberScores {
  return JUDGES.flatMap((judge) => {
    const opinion = opinions.get(judge);
    if (opinion?.kind !== "marks") return [undefined, undefined];
    const wrong = opinion.steps.filter((mark) => mark === -1).length;
    return [opinion.run ?? undefined, 1 - wrong / opinion.steps.length];
  });
}

export const isRight = ({ outcome }: MarkedRun): boolean => outcome === 1;
