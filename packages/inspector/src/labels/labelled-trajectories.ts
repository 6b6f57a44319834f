import type {
  LabelledTrajectory,
  MissedTrajectory,
  Trajectory,
} from "@langgraph-rollback/attribution/trajectory";

import type { ThreadSource } from "../source/thread-source.ts";
import type { AttemptId } from "../shared/labels/attempt-key.ts";
import { type Consensus, consensusOf } from "../shared/labels/consensus.ts";
import { EARLIEST_UNRECOVERED, type Label, LAST_RECOVERING_START } from "../shared/labels/label.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";
import { missedLabels } from "./missed-labels.ts";
import { isNamedBlind, settledLabels, type SettledLabel } from "./settled-labels.ts";

/** A labelled attempt that calibration cannot use. */
export interface LeftOut extends AttemptId {
  /**
   * - "disputed": its labellers contradict each other
   * - "not-first": the guarantee is about the first attempt of a run
   * - "missing": the source does not hold it
   * - "changed": it has another number of steps than when it was labelled
   * - "scores-in-view": everybody who named the step had seen scores or the set
   */
  readonly why: "disputed" | "not-first" | "missing" | "changed" | "scores-in-view";
}

/** Failures to calibrate on. */
export interface LabelledTrajectories {
  readonly labelled: readonly LabelledTrajectory[];
  /** Failures for which replays found no start, which `calibrate` takes as `misses`. Empty for labels of people. */
  readonly misses: readonly MissedTrajectory[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * The failures on whose decisive step the labellers agree, as plain data with the label in it. By the convention
 * {@link LAST_RECOVERING_START} they are those whose start replays found, to one step or to a range, and `misses` has the others.
 *
 * @param labels     that stand, oldest first
 * @param convention labels of another one do not count; default {@link EARLIEST_UNRECOVERED}
 */
export async function labelledTrajectories(
  source: ThreadSource,
  labels: readonly Label[],
  convention: string = EARLIEST_UNRECOVERED,
): Promise<LabelledTrajectories> {
  const labelled: LabelledTrajectory[] = [];
  const leftOut = [...unsettled(labels, convention)];
  for (const label of settledLabels(labels, convention)) {
    const trajectory = await source.trajectory(label);
    const why = whyNot(label, trajectory);
    if (trajectory !== undefined && why === undefined) labelled.push(withLabel(trajectory, label));
    else leftOut.push({ ...addressOf(label), why: why ?? "missing" });
  }
  const misses: MissedTrajectory[] = [];
  for (const label of missedLabels(labels, convention)) {
    const trajectory = await source.trajectory(label);
    const why = whyNot(label, trajectory);
    if (trajectory !== undefined && why === undefined) misses.push(missed(trajectory, label.missed));
    else leftOut.push({ ...addressOf(label), why: why ?? "missing" });
  }
  return { labelled: labelled.map(by(convention)), misses, leftOut };
}

function missed(trajectory: Trajectory, why: MissedTrajectory["missed"]): MissedTrajectory {
  const { label: _, ...unlabelled } = trajectory;
  return { ...unlabelled, missed: why };
}

/** Marks labels by replay, so that a calibration cannot take them for labels of people. */
const by =
  (convention: string) =>
  (labelled: LabelledTrajectory): LabelledTrajectory =>
    convention === LAST_RECOVERING_START
      ? { ...labelled, label: { ...labelled.label, convention: LAST_RECOVERING_START } }
      : labelled;

function whyNot(
  { steps }: Pick<SettledLabel, "steps">,
  trajectory: Trajectory | undefined,
): LeftOut["why"] | undefined {
  if (trajectory === undefined) return "missing";
  return trajectory.steps.length === steps ? undefined : "changed";
}

function withLabel(
  trajectory: Trajectory,
  {
    decisiveStep,
    furtherDecisiveSteps,
    lastPossibleStep,
    reason,
  }: Pick<SettledLabel, "decisiveStep" | "furtherDecisiveSteps" | "lastPossibleStep" | "reason">,
): LabelledTrajectory {
  const decisiveAgent = trajectory.steps[decisiveStep]?.agent;
  return {
    ...trajectory,
    label: {
      decisiveStep,
      ...(lastPossibleStep === undefined ? {} : { lastPossibleStep }),
      ...(furtherDecisiveSteps.length === 0 ? {} : { furtherDecisiveSteps }),
      ...(decisiveAgent === undefined ? {} : { decisiveAgent }),
      ...(reason === undefined ? {} : { reason }),
    },
  };
}

/** Results of labels that calibration would take from a first attempt, or that it would take if labellers agreed. */
const CALIBRATES: ReadonlySet<Consensus["kind"]> = new Set([
  "disputed",
  "decisive",
  "between",
  "unrecovered",
  "inconclusive",
]);

function unsettled(labels: readonly Label[], convention: string): readonly LeftOut[] {
  const own = labels.filter((label) => label.convention === convention);
  return labelsByAttempt(own).groups.flatMap((group): readonly LeftOut[] => {
    const [first] = group;
    const { kind } = consensusOf(group);
    if (first === undefined || !CALIBRATES.has(kind)) return [];
    if (kind === "disputed") return [{ ...addressOf(first), why: "disputed" }];
    if (first.attempt !== 1) return [{ ...addressOf(first), why: "not-first" }];
    return kind !== "decisive" || isNamedBlind(group) ? [] : [{ ...addressOf(first), why: "scores-in-view" }];
  });
}

const addressOf = ({ attempt, run, thread }: AttemptId): AttemptId => ({ thread, run, attempt });
