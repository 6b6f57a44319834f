import { type LearningState, recoveryOf } from "@langgraph-rollback/attribution";

import { counted } from "../shared/words/counted.ts";

/** What is in force for an agent that learns from its own runs, and what is promised of its failed runs, as sentences. */
export function learntWords({ promise, version }: Pick<LearningState, "promise" | "version">): {
  readonly inForce: string;
  readonly promise: string;
} {
  const { explore, failures, id, model } = version;
  const known =
    model === undefined
      ? "In force: nothing is known of where mistakes lie."
      : `In force: version ${id}, by ${counted(failures, "failed run")}. ${capWords(version)}`;
  return {
    inForce: `${known} Where a failed run would restart, a drawn step is tried first in ${Math.round(explore * 100)} % of runs.`,
    promise: promise === undefined ? NOTHING_PROMISED : recoveryOf(promise).reason,
  };
}

const NOTHING_PROMISED = "Nothing is promised yet of failed runs: too few have failed under this version.";

/** The limit of a rollback's start, as a sentence. */
function capWords({ cap, latest }: LearningState["version"]): string {
  if (cap === "last-recovering-start")
    return "The first rollback starts at or before the last start that recovers, as sets on replays say.";
  const limit =
    latest === 0
      ? "no later start than the first step has recovered runs so far"
      : `rollbacks start in the first ${Math.round(latest * 100)} % of a run, from where runs were recovered`;
  return `No set caps where the first rollback starts, but ${limit}. Recovery alone is promised.`;
}
