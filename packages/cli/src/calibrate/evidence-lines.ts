import type { Calibration } from "@langgraph-rollback/attribution";

type LogitModel = Extract<NonNullable<Calibration["scorerModel"]>, { readonly kind: "logit" }>;

/** Evidence that a scorer was fitted to, as `fitOutcomeScorer` counts it. */
export type LearntFrom = NonNullable<LogitModel["learntFrom"]>;

/** Evidence behind the scorer of a calibration; null of a scorer that was not fitted to outcomes. */
export function learntFromIn({ scorerModel }: Pick<Calibration, "scorerModel">): LearntFrom | null {
  return (scorerModel?.kind === "logit" ? scorerModel.learntFrom : undefined) ?? null;
}

/** What each kind of evidence has contributed to a scorer from outcomes. */
export function evidenceLines(learntFrom: LearntFrom | null): readonly string[] {
  if (learntFrom === null) return [];
  const { failures, inconclusive, intervals, labels, missing, reaching, replays, retries, stuck } =
    learntFrom;
  const kinds = [
    counted(labels, "label of a person", "labels of people"),
    ...(intervals === 0 ? [] : [counted(intervals, "interval", "intervals")]),
    counted(retries, "retry", "retries"),
    counted(replays, "replay", "replays"),
  ];
  return [
    `The scorer learnt from ${counted(failures, "failed attempt", "failed attempts")}: ${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}.`,
    ...(inconclusive === 0 ? [] : [`${counted(inconclusive, "try", "tries")} without a verdict: left out.`]),
    `By its fit, a try is accepted with probability ${reaching.toFixed(2)} if it starts at the mistake or before, and all redone steps are right;`,
    `with probability ${missing.toFixed(2)} if it starts behind the mistake.`,
    `With probability ${stuck.toFixed(2)} no try of a failed attempt is accepted, wherever it starts.`,
  ];
}

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
