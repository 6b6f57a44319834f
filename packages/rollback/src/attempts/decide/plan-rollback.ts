import type { AttemptRecord, RewindRecord } from "../../history/attempt-record.ts";
import { leftAlone, problemOf } from "../../history/left-alone.ts";
import { newForkId } from "../../langgraph/fork-id.ts";
import {
  planFailure,
  type FailurePlan,
  type FailurePlanning,
  type Planned,
  type Told,
} from "../../planning/plan-failure.ts";
import { calledIn } from "../../reading/called-in.ts";
import { patiently } from "../../recording/patiently.ts";
import type { PlacedNote } from "../../replanning/place-note.ts";
import { checkedNote } from "../../replanning/replan-note.ts";
import { planRewindOf } from "../../rewinding/plan-rewind.ts";
import type { RewindPlan } from "../../rewinding/rewind-point.ts";
import { keepsResults, type RollbackContext } from "../../setup/rollback-context.ts";
import { learningPlace } from "../../setup/learning-place.ts";
import { learntFor } from "../../setup/open-runs.ts";
import { effectsOf } from "../attempt/attempt-effects.ts";
import type { Attempt, EndedAttempt } from "../attempt/attempt.ts";
import { failedAttempt, type FailedAttempt } from "./failed-attempt.ts";
import { placedNote } from "../attempt/placed-note.ts";
import { previousAttempts } from "./previous-attempts.ts";
import type { Failed } from "./verify-attempt.ts";
import { warnOfLostTypes } from "./warn-of-lost-types.ts";

type Kept = Planned & Pick<AttemptRecord, "calledTasks">;

type GivenUp = Kept & Pick<AttemptRecord, "planned" | "stopped"> & { readonly kind: "give-up" };

/** @internal The plan for an attempt that failed, as its record keeps it. */
export type RollbackPlan =
  | GivenUp
  | (Kept &
      Pick<AttemptRecord, "note" | "updates"> & {
        readonly kind: "roll-back";
        readonly rewind: RewindRecord;
      });

/**
 * @internal Attributes a failed attempt, and plans where to rewind to and what to tell the next one; or gives up. Writes
 * nothing. A failure of the machinery never throws: the plan is then to give up. Only an abort is thrown.
 */
export async function planRollback(
  context: RollbackContext,
  ended: EndedAttempt,
  verified: Failed,
): Promise<RollbackPlan> {
  return orGiveUp(ended.attempt, async () => {
    const failed = await failedAttempt(context, ended, verified);
    return recordedPlan(context, failed, await planFailure(planningOf(context, failed)));
  });
}

/** @internal Result of a part of planning; the plan to give up, if it throws. */
export async function orGiveUp<T>(attempt: Attempt, planning: () => Promise<T>): Promise<T | GivenUp> {
  try {
    return await planning();
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { kind: "give-up", ...leftAlone(problemOf(error)) };
  }
}

/** @internal A failed attempt as it is planned for: the thread is forked, and the note is put into the graph's state. */
export function planningOf(
  context: RollbackContext,
  failed: FailedAttempt,
): FailurePlanning<RewindPlan, PlacedNote> {
  const { graph, saver, options } = context;
  const { attempt, reads } = failed.ended;
  const planning = {
    graph,
    saver,
    read: reads.checkpoint,
    noteChannel: options.noteChannel,
    keep: keepsResults(context),
  };
  return {
    failure: failed,
    options,
    signal: attempt.config.signal,
    learnt: async () => (await learntFor(learningPlace(context), attempt)).learnt,
    effects: () => effectsOf(context, attempt),
    rewindTo: (step) => patiently(() => planRewindOf(planning, failed.trajectory, step)),
    note: (told) => noteFor(context, failed, told),
    words: ({ step }, steps) => `rewound to before step ${step + 1} of ${steps}`,
  };
}

async function noteFor(
  context: RollbackContext,
  { ended: { attempt, end, reads }, earlier }: FailedAttempt,
  told: Told<RewindPlan>,
): Promise<PlacedNote | undefined> {
  const previous = previousAttempts(context, attempt, earlier);
  const note = checkedNote(await context.options.replan({ ...told, previous }));
  const kept = await patiently(() => reads.checkpoint(told.rewind.checkpoint));
  if (end.kind !== "unknown") warnOfLostTypes(context, end.output, kept.checkpoint);
  return note === undefined ? undefined : placedNote(context, reads, told.rewind, { note, head: end.head });
}

/** @internal A plan as the attempt's record keeps it. */
export function recordedPlan(
  { saver }: RollbackContext,
  { trajectory }: FailedAttempt,
  plan: FailurePlan<RewindPlan, PlacedNote>,
): RollbackPlan {
  const tasks = calledIn(saver, trajectory);
  const calledTasks = tasks.length === 0 ? {} : { calledTasks: tasks };
  if (plan.kind === "give-up") return { ...plan, ...calledTasks };
  const { note, rewind, ...rest } = plan;
  return {
    ...rest,
    ...calledTasks,
    rewind: { ...rewind, fork: newForkId() },
    ...(note === undefined ? {} : { note: note.text, updates: note.updates }),
  };
}
