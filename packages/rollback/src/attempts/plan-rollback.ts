import type { AttemptRecord, RewindRecord } from "../history/attempt-record.ts";
import { leftAlone, problemOf } from "../history/left-alone.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { attributeFailure, type Attributed } from "../planning/attribute-failure.ts";
import { alphaOf, isSpent, strategyOf, type RollbackBudget } from "../planning/rollback-budget.ts";
import { patiently } from "../recording/patiently.ts";
import { checkedNote } from "../replanning/replan-note.ts";
import { planRewindOf } from "../rewinding/plan-rewind.ts";
import { keepsResults } from "../setup/keeps-results.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { withOutcome } from "../verifying/with-outcome.ts";
import type { Attempt, EndedAttempt } from "./attempt.ts";
import { placedNote, previousAttempts } from "./note-of-plan.ts";
import type { Failed } from "./verify-attempt.ts";
import { warnOfLostTypes } from "./warn-of-lost-types.ts";

type Planned = Pick<AttemptRecord, "reason" | "attribution" | "problem">;

interface GiveUpPlan extends Planned {
  readonly kind: "give-up";
}

/** @internal What is to be done about an attempt that failed. */
export type RollbackPlan =
  | GiveUpPlan
  | (Planned &
      Pick<AttemptRecord, "note" | "updates"> & {
        readonly kind: "roll-back";
        readonly rewind: RewindRecord;
      });

/** @internal An attempt that failed, with its steps and the rollbacks that are left. */
export interface FailedAttempt extends Failed {
  readonly ended: EndedAttempt;
  readonly trajectory: RecordedTrajectory;
  readonly budget: RollbackBudget;
}

/**
 * @internal Attributes a failed attempt, and plans where to rewind to and what to tell the next one; or gives up. Writes
 * nothing. A failure of the machinery never throws: the plan is then to give up. Only an abort is thrown.
 */
export async function planRollback(
  context: RollbackContext,
  ended: EndedAttempt,
  verified: Failed,
): Promise<RollbackPlan> {
  const { options } = context;
  return orGiveUp(ended.attempt, async () => {
    const failed = await failedAttempt(context, ended, verified);
    if (failed.trajectory.steps.length === 0) return nothingRan(failed);
    const alpha = alphaOf(failed.budget, options.alpha);
    const { signal } = ended.attempt.config;
    return planAttributed(context, failed, await attributeFailure(options, failed.trajectory, alpha, signal));
  });
}

/** @internal Reads the steps of an attempt that failed. */
export async function failedAttempt(
  { options }: RollbackContext,
  ended: EndedAttempt,
  verified: Failed,
): Promise<FailedAttempt> {
  const trajectory = withOutcome(await ended.reads.trajectory(), verified.outcome);
  return { ...verified, ended, trajectory, budget: budgetOf(options.maxRollbacks, ended.attempt) };
}

/** @internal The rollbacks of a run that has come to an attempt. */
export const budgetOf = (max: number, { number }: Pick<Attempt, "number">): RollbackBudget => ({
  used: number - 1,
  max,
});

/** @internal What a part of planning gives; the plan to give up, if it throws. */
export async function orGiveUp<T>(attempt: Attempt, planning: () => Promise<T>): Promise<T | GiveUpPlan> {
  try {
    return await planning();
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { kind: "give-up", ...leftAlone(problemOf(error)) };
  }
}

const failure = ({ ended, outcome: { reason } }: FailedAttempt): string =>
  `Attempt ${ended.attempt.number} failed${reason === undefined ? "" : ` (${reason})`}`;

/** @internal The plan where no step was executed: there is nothing to go back to. */
export const nothingRan = (failed: FailedAttempt): RollbackPlan => ({
  kind: "give-up",
  reason: `${failure(failed)} before any step was executed.`,
});

/** @internal The plan once it is known, as far as it can be, where the error lies. */
export async function planAttributed(
  context: RollbackContext,
  failed: FailedAttempt,
  { attribution, problem }: Attributed,
): Promise<RollbackPlan> {
  const { ended, trajectory, outcome, budget } = failed;
  const { attempt, end, reads } = ended;
  if (isSpent(budget)) {
    const reason = `${failure(failed)} and no rollback is left.`;
    return problem === undefined
      ? { kind: "give-up", reason, attribution }
      : { kind: "give-up", reason, problem };
  }
  const { graph, saver, options } = context;
  const planning = {
    graph,
    saver,
    read: reads.checkpoint,
    noteChannel: options.noteChannel,
    keep: keepsResults(context),
  };
  const { start } = attribution.set.range;
  const rewind = await patiently(() => planRewindOf(planning, trajectory, start));
  const told = await options.replan({
    trajectory,
    attribution,
    rewind,
    outcome,
    attempt: attempt.number,
    previous: await patiently(() => previousAttempts(context, attempt)),
  });
  const note = checkedNote(told);
  const kept = await patiently(() => reads.checkpoint(rewind.checkpoint));
  if (end.kind !== "unknown") warnOfLostTypes(context, end.output, kept.checkpoint);
  const placed = note === undefined ? undefined : await placedNote(context, reads, rewind, note);
  const unscored = problem === undefined ? "" : `the scorer failed, too (${problem.code}); `;
  return {
    kind: "roll-back",
    reason: `${failure(failed)}; ${unscored}rewound to before step ${rewind.step + 1} of ${trajectory.steps.length}.`,
    attribution,
    rewind: { ...rewind, strategy: strategyOf(budget, attribution), fork: newForkId() },
    ...(placed === undefined ? {} : { note: placed.text, updates: placed.updates }),
    ...(problem === undefined ? {} : { problem }),
  };
}
