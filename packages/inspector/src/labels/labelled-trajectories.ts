import type { LabelledTrajectory, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ThreadSource } from "../source/thread-source.ts";
import type { AttemptId } from "../shared/labels/attempt-key.ts";
import { consensusOf } from "../shared/labels/consensus.ts";
import { EARLIEST_UNRECOVERED, type Label } from "../shared/labels/label.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";
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
  readonly leftOut: readonly LeftOut[];
}

/**
 * The failures on whose decisive step the labellers agree, as plain data with the label in it.
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
  return { labelled, leftOut };
}

function whyNot({ steps }: SettledLabel, trajectory: Trajectory | undefined): LeftOut["why"] | undefined {
  if (trajectory === undefined) return "missing";
  return trajectory.steps.length === steps ? undefined : "changed";
}

function withLabel(
  trajectory: Trajectory,
  {
    decisiveStep,
    furtherDecisiveSteps,
    reason,
  }: Pick<SettledLabel, "decisiveStep" | "furtherDecisiveSteps" | "reason">,
): LabelledTrajectory {
  const decisiveAgent = trajectory.steps[decisiveStep]?.agent;
  return {
    ...trajectory,
    label: {
      decisiveStep,
      ...(furtherDecisiveSteps.length === 0 ? {} : { furtherDecisiveSteps }),
      ...(decisiveAgent === undefined ? {} : { decisiveAgent }),
      ...(reason === undefined ? {} : { reason }),
    },
  };
}

function unsettled(labels: readonly Label[], convention: string): readonly LeftOut[] {
  const own = labels.filter((label) => label.convention === convention);
  return labelsByAttempt(own).groups.flatMap((group): readonly LeftOut[] => {
    const [first] = group;
    const { kind } = consensusOf(group);
    if (first === undefined || (kind !== "disputed" && kind !== "decisive")) return [];
    if (kind === "disputed") return [{ ...addressOf(first), why: "disputed" }];
    if (first.attempt !== 1) return [{ ...addressOf(first), why: "not-first" }];
    return isNamedBlind(group) ? [] : [{ ...addressOf(first), why: "scores-in-view" }];
  });
}

const addressOf = ({ attempt, run, thread }: AttemptId): AttemptId => ({ thread, run, attempt });
