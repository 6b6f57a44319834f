import type { Stopped } from "../errors/rollback-exhausted-error.ts";
import type { AttemptRecord, RewindRecord, RollbackProblem } from "../history/attempt-record.ts";
import { leftAlone, problemOf } from "../history/left-alone.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { attributeFailure, type Attributed } from "../planning/attribute-failure.ts";
import { decideFailure, stopBeforeScoring, type DecidedStart } from "../planning/decide-failure.ts";
import { calibrationChanged } from "../planning/made-with.ts";
import { alphaOf, saidOf } from "../planning/rollback-budget.ts";
import { missingPrices, type Stop } from "../planning/stop-run.ts";
import { calledIn } from "../reading/called-in.ts";
import { patiently } from "../recording/patiently.ts";
import { checkedNote } from "../replanning/replan-note.ts";
import { planRewindOf } from "../rewinding/plan-rewind.ts";
import { keepsResults } from "../setup/keeps-results.ts";
import type { Learnt } from "../setup/learning.ts";
import { learntFor } from "../setup/open-runs.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { repeatedEffects } from "../effects/effect-plan.ts";
import type { EffectRecord } from "../effects/effect-record.ts";
import type { RewindPlan } from "../rewinding/rewind-point.ts";
import { effectsOf } from "./attempt-effects.ts";
import { guardRewind, type GuardedRewind } from "../planning/guard-rewind.ts";
import type { Attempt, EndedAttempt } from "./attempt.ts";
import { failedAttempt, type FailedAttempt } from "./failed-attempt.ts";
import { placedNote, previousAttempts } from "./note-of-plan.ts";
import type { Failed } from "./verify-attempt.ts";
import { warnOfLostTypes } from "./warn-of-lost-types.ts";

type Planned = Pick<
  AttemptRecord,
  "reason" | "attribution" | "problem" | "spent" | "failedAt" | "calledTasks"
> & {
  /** What went otherwise than planned without deciding anything. */
  readonly notice?: RollbackProblem;
};

interface GiveUpPlan extends Planned, Pick<AttemptRecord, "effects" | "planned"> {
  readonly kind: "give-up";
  readonly stopped?: Stopped;
}

/** @internal What is to be done about an attempt that failed. */
export type RollbackPlan =
  | GiveUpPlan
  | (Planned &
      Pick<AttemptRecord, "note" | "updates" | "effects"> & {
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
  const { options } = context;
  return orGiveUp(ended.attempt, async () => {
    const failed = await failedAttempt(context, ended, verified);
    const given = planUnattributed(context, failed);
    if (given !== undefined) return given;
    const { learnt } = await learntFor(options.learning, ended.attempt);
    const alpha = alphaOf(failed.budget, learnt.alpha);
    const { signal } = ended.attempt.config;
    const attributed = await attributeFailure(learnt, failed.trajectory, alpha, signal);
    return planAttributed(context, failed, learnt, attributed);
  });
}

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

/** What every plan keeps of a failed attempt. */
function knownOf(
  { options, saver }: RollbackContext,
  { spent, failedAt, trajectory }: FailedAttempt,
): Pick<Planned, "spent" | "failedAt" | "calledTasks" | "notice"> {
  const notice = missingPrices(options.budget, spent.tokens);
  const calledTasks = calledIn(saver, trajectory);
  return {
    spent,
    ...(failedAt === undefined ? {} : { failedAt }),
    ...(calledTasks.length === 0 ? {} : { calledTasks }),
    ...(notice === undefined ? {} : { notice }),
  };
}

/**
 * @internal The plan to give up an attempt before its steps are scored: there is none, or the run has spent its budget. `undefined`
 * where it is to be attributed.
 */
export function planUnattributed(context: RollbackContext, failed: FailedAttempt): RollbackPlan | undefined {
  if (failed.trajectory.steps.length === 0)
    return { kind: "give-up", reason: `${failure(failed)} before any step was executed.` };
  const stop = stopBeforeScoring(context.options, failed);
  return stop && stoppedBy(context, failed, stop);
}

const stoppedBy = (context: RollbackContext, failed: FailedAttempt, stop: Stop): GiveUpPlan => ({
  kind: "give-up",
  reason: `${failure(failed)}${stop.words}`,
  stopped: stop.stopped,
  ...knownOf(context, failed),
});

/** @internal The plan once it is known, as far as it can be, where the error lies. */
export async function planAttributed(
  context: RollbackContext,
  failed: FailedAttempt,
  learnt: Learnt,
  attributed: Attributed,
): Promise<RollbackPlan> {
  const { problem } = attributed;
  const attribution = saidOf(failed.budget, attributed.attribution);
  const decided = decideFailure({ ...context.options, ...learnt }, failed, attribution);
  const changed = calibrationChanged(learnt, failed, attribution);
  const plan =
    decided.kind === "roll-back"
      ? await planTo(context, failed, { attribution, problem }, decided)
      : {
          ...stoppedBy(context, failed, decided),
          ...(problem === undefined ? { attribution } : { problem }),
        };
  // What else may be noticed is noticed of each attempt again.
  return changed === undefined ? plan : { ...plan, notice: changed };
}

/** @internal The plan to go back to where the policy says, or a human. */
export async function planTo(
  context: RollbackContext,
  failed: FailedAttempt,
  { attribution, problem: unscored }: Attributed,
  { start, decision, reachFrom, problem: undecided }: DecidedStart,
): Promise<RollbackPlan> {
  const { ended, trajectory, outcome, earlier } = failed;
  const { attempt, end, reads } = ended;
  const { graph, saver, options } = context;
  const planning = {
    graph,
    saver,
    read: reads.checkpoint,
    noteChannel: options.noteChannel,
    keep: keepsResults(context),
  };
  const plan = (from: number): Promise<RewindPlan> =>
    patiently(() => planRewindOf(planning, trajectory, from));
  const known = await effectsOf(context, attempt);
  await known?.settled(attempt.config.signal);
  const asked = { trajectory, attempt: attempt.number, start, setStart: attribution.set.range.start };
  const guarded: GuardedRewind<RewindPlan> =
    known === undefined
      ? { kind: "rewind", rewind: await plan(start), effects: [], words: "" }
      : await guardRewind(known, asked, plan);
  if (guarded.kind === "stopped")
    return { ...stoppedBy(context, failed, guarded), attribution, effects: guarded.effects };
  const { rewind } = guarded;
  const repeated = known === undefined ? [] : repeatedEffects(known, attempt.number, undefined);
  const effects = [...guarded.effects, ...repeated];
  const told = await options.replan({
    trajectory,
    attribution,
    rewind,
    outcome,
    attempt: attempt.number,
    previous: previousAttempts(context, attempt, earlier),
    effects: [...effects, ...standingBefore(earlier)],
  });
  const note = checkedNote(told);
  const kept = await patiently(() => reads.checkpoint(rewind.checkpoint));
  if (end.kind !== "unknown") warnOfLostTypes(context, end.output, kept.checkpoint);
  const placed =
    note === undefined ? undefined : await placedNote(context, reads, rewind, { note, head: end.head });
  const problem = unscored ?? undecided;
  return {
    kind: "roll-back",
    reason: `${failure(failed)}; ${whatFailedToo({ unscored, undecided })}rewound to before step ${rewind.step + 1} of ${trajectory.steps.length}${guarded.words}.`,
    attribution,
    ...knownOf(context, failed),
    ...(effects.length === 0 ? {} : { effects }),
    rewind: { ...rewind, ...decision, reach: reachFrom(rewind.step), fork: newForkId() },
    ...(placed === undefined ? {} : { note: placed.text, updates: placed.updates }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** What earlier attempts did that stands: the next one must not do it again either. */
const standingBefore = (earlier: readonly AttemptRecord[]): readonly EffectRecord[] =>
  earlier.flatMap(({ effects = [] }) => effects.filter(({ standing }) => standing === "stands"));

function whatFailedToo(problems: {
  readonly unscored: RollbackProblem | undefined;
  readonly undecided: RollbackProblem | undefined;
}): string {
  const { unscored, undecided } = problems;
  const said = [
    ...(unscored === undefined ? [] : [`the scorer failed, too (${unscored.code}); `]),
    ...(undecided === undefined ? [] : [`the policy failed, too (${undecided.code}); `]),
  ];
  return said.join("");
}
