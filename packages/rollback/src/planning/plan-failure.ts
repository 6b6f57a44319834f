import type { Attribution } from "@langgraph-rollback/attribution";
import { repeatedEffects } from "../effects/effect-plan.ts";
import type { EffectRecord } from "../effects/effect-record.ts";
import type { EffectPlaces } from "../effects/placing-effects.ts";
import type { RunEffects } from "../effects/run-effects.ts";
import type { Stopped } from "../errors/rollback-exhausted-error.ts";
import type { AttemptSpent, FailedAt, RewindDecision, RollbackProblem } from "../history/attempt-record.ts";
import type { RecoveryRecord } from "../history/recovery-record.ts";
import type { Clock } from "../langgraph/clock.ts";
import { reachOf } from "../policies/current-belief.ts";
import type { ReplanContext } from "../replanning/replan-note.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";
import type { Learnt } from "../setup/learning.ts";
import type { ResolvedPolicy } from "../setup/policy-options.ts";
import { attributeFailure, type Attributed } from "./attribute-failure.ts";
import { decideFailure, stopBeforeScoring, type DecidedStart } from "./decide-failure.ts";
import { alphaOf, failedInWords, type Failure, saidOf } from "./failure.ts";
import { guardRewind, type GuardedPlan, type GuardedRewind } from "./guard-rewind.ts";
import { calibrationChanged } from "./calibration-facts.ts";
import { policyContextOf } from "./policy-context.ts";
import { missingPrices, type Stop } from "./stop-run.ts";

/** @internal The parts of a plan that do not depend on its decision. */
export interface Planned {
  readonly reason: string;
  readonly attribution?: Attribution;
  /** Why it was not planned as it should have been. */
  readonly problem?: RollbackProblem;
  /** A mishap that decided nothing, such as a price that is missing. */
  readonly notice?: RollbackProblem;
  readonly spent?: AttemptSpent;
  readonly failedAt?: FailedAt;
  /** What is promised of the run. */
  readonly recovery?: RecoveryRecord;
  /** Effects that would be undone, or were repeated. */
  readonly effects?: readonly EffectRecord[];
}

/** @internal The plan to give up a run. */
export interface GiveUpPlan extends Planned {
  readonly kind: "give-up";
  readonly stopped?: Stopped;
}

/** @internal The plan to go back, by a way of going back and a kind of note. */
export interface GoBackPlan<Rewind, Note> extends Planned {
  readonly kind: "roll-back";
  readonly attribution: Attribution;
  readonly rewind: Rewind & RewindDecision;
  readonly note?: Note;
}

/** @internal Plan after a failed attempt. */
export type FailurePlan<Rewind, Note> = GiveUpPlan | GoBackPlan<Rewind, Note>;

/** @internal Data that the note for the next attempt is made from; each caller reads the attempts before by itself. */
export type Told<Rewind> = Omit<ReplanContext, "previous" | "rewind"> & { readonly rewind: Rewind };

/**
 * @internal A failure that is to be planned for, and what differs between those who plan: `withRollback` and `rollbackGraph` fork a
 * thread, the middleware trims a conversation. Each function here reads, and none writes.
 */
export interface FailurePlanning<Rewind extends UndonePart, Note> {
  readonly failure: Failure;
  readonly options: ResolvedPolicy & { readonly clock: Clock };
  readonly signal: AbortSignal | undefined;
  /** The scorer and calibration that the run began with. */
  readonly learnt: () => Promise<Learnt>;
  /** The run's effects; `undefined` where none are declared. */
  readonly effects: () => Promise<RunEffects | undefined>;
  /** The places of the effects. Default: told from the tasks of the steps. */
  readonly places?: EffectPlaces;
  /** The way back to a step, 0-based. */
  readonly rewindTo: (step: number) => Promise<Rewind>;
  /** The note for the next attempt; `undefined` tells it nothing. */
  readonly note: (told: Told<Rewind>) => Promise<Note | undefined>;
  /** The way back in words, as "rewound to before step 3 of 8". */
  readonly words: (rewind: Rewind, steps: number) => string;
  /** Whether a person has named the step, and decides about what cannot be undone. Default: no. */
  readonly isChosen?: boolean;
}

/**
 * @internal Plans for a failed attempt: budget, scores, set, policy, way back, guard of effects, note.
 *
 * @throws what reading throws, and an abort; a scorer or policy that fails does not
 */
export async function planFailure<Rewind extends UndonePart, Note>(
  planning: FailurePlanning<Rewind, Note>,
): Promise<FailurePlan<Rewind, Note>> {
  return planUnscored(planning) ?? planScored(planning, await scored(planning));
}

/**
 * @internal The plan to give up before the steps are scored: there is none, or the run has spent its budget, of which scoring may spend
 * more. `undefined` where they are to be scored.
 */
export function planUnscored<Rewind extends UndonePart, Note>(
  planning: FailurePlanning<Rewind, Note>,
): GiveUpPlan | undefined {
  const { failure, options } = planning;
  if (failure.trajectory.steps.length === 0)
    return {
      kind: "give-up",
      reason: `${inWords(failure)} before any step was executed.`,
      recovery: endedSilently(failure),
    };
  const stop = stopBeforeScoring(options, failure);
  return stop && stoppedBy(planning, stop);
}

/** @internal Attributes the failure to its steps. */
async function scored<Rewind extends UndonePart, Note>({
  failure,
  learnt,
  signal,
}: FailurePlanning<Rewind, Note>): Promise<Attributed> {
  const source = await learnt();
  return attributeFailure(source, failure.trajectory, alphaOf(failure.budget, source.alpha), signal);
}

/** @internal The plan once it is known, as far as it can be, where the mistake lies. */
export async function planScored<Rewind extends UndonePart, Note>(
  planning: FailurePlanning<Rewind, Note>,
  { attribution: found, problem }: Attributed,
): Promise<FailurePlan<Rewind, Note>> {
  const { failure, options } = planning;
  const learnt = await planning.learnt();
  const attribution = saidOf(failure.budget, found);
  const decided = decideFailure({ ...options, ...learnt }, failure, attribution);
  const plan =
    decided.kind === "roll-back"
      ? await planFrom(planning, { attribution, problem }, decided)
      : { ...stoppedBy(planning, decided), ...(problem === undefined ? { attribution } : { problem }) };
  if (plan.kind === "give-up" && plan.stopped?.by === "irreversible-effect") endedSilently(failure);
  const changed = calibrationChanged(learnt, failure, attribution);
  // A missing price is noticed at each attempt again, so it may give way here.
  return changed === undefined ? plan : { ...plan, notice: changed };
}

/** @internal The plan to go back to a step that a human chose. */
export async function planChosen<Rewind extends UndonePart, Note>(
  planning: FailurePlanning<Rewind, Note>,
  attribution: Attribution,
  step: number,
): Promise<FailurePlan<Rewind, Note>> {
  const source = { ...planning.options, ...(await planning.learnt()) };
  const policy = policyContextOf(source, planning.failure, attribution);
  return planFrom(
    planning,
    { attribution },
    {
      kind: "roll-back",
      start: step,
      decision: { policy: "human", reason: `A human chose step ${step + 1}.` },
      reachFrom: (from) => reachOf(policy, from),
    },
  );
}

async function planFrom<Rewind extends UndonePart, Note>(
  planning: FailurePlanning<Rewind, Note>,
  { attribution, problem: unscored }: Attributed,
  {
    start,
    decision,
    reachFrom,
    problem: undecided,
    handedOver,
  }: DecidedStart & { readonly handedOver?: Stop },
): Promise<FailurePlan<Rewind, Note>> {
  const { trajectory, outcome, number: attempt, earlier } = planning.failure;
  const known = await planning.effects();
  await known?.settled(planning.signal);
  const guarded = await guardedRewind(planning, known, start, attribution);
  if (guarded.kind === "stopped")
    return { ...stoppedBy(planning, guarded), attribution, effects: guarded.effects };
  const { rewind } = guarded;
  const repeated = known === undefined ? [] : repeatedEffects(known, attempt, undefined);
  const effects = [...guarded.effects, ...repeated];
  const told = { trajectory, attribution, rewind, outcome, attempt };
  const note = await planning.note({ ...told, effects: [...effects, ...standingBefore(earlier)] });
  const problem = unscored ?? undecided;
  const also = whatFailedToo({ unscored, undecided });
  return {
    kind: "roll-back",
    reason: `${inWords(planning.failure)}${askedInstead(handedOver)}; ${also}${planning.words(rewind, trajectory.steps.length)}${guarded.words}.`,
    attribution,
    ...knownOf(planning),
    ...(handedOver === undefined
      ? {}
      : { recovery: { ...planning.failure.recovery.record, handedOver: true } }),
    ...(effects.length === 0 ? {} : { effects }),
    rewind: { ...rewind, ...decision, reach: reachFrom(rewind.step) },
    ...(note === undefined ? {} : { note }),
    ...(problem === undefined ? {} : { problem }),
  };
}

async function guardedRewind<Rewind extends GuardedPlan, Note>(
  { failure, isChosen, places, rewindTo }: FailurePlanning<Rewind, Note>,
  known: RunEffects | undefined,
  start: number,
  attribution: Attribution,
): Promise<GuardedRewind<Rewind>> {
  if (known === undefined) return { kind: "rewind", rewind: await rewindTo(start), effects: [], words: "" };
  const { trajectory, number: attempt } = failure;
  const asked = { trajectory, attempt, start, setStart: attribution.set.range.start, places, isChosen };
  return guardRewind(known, asked, rewindTo);
}

/** The facts of a failed attempt that its plan keeps. */
function knownOf<Rewind extends UndonePart, Note>({
  failure: { failedAt, recovery, spent },
  options,
}: FailurePlanning<Rewind, Note>): Pick<Planned, "spent" | "failedAt" | "notice" | "recovery"> {
  const notice = missingPrices(options.budget, spent.tokens);
  return {
    spent,
    recovery: recovery.record,
    ...(failedAt === undefined ? {} : { failedAt }),
    ...(notice === undefined ? {} : { notice }),
  };
}

const stoppedBy = <Rewind extends UndonePart, Note>(
  planning: FailurePlanning<Rewind, Note>,
  stop: Stop,
): GiveUpPlan => ({
  kind: "give-up",
  reason: `${inWords(planning.failure)}${stop.words}`,
  stopped: stop.stopped,
  ...knownOf(planning),
});

/** What is promised of a run that ends although nobody can be asked about it. */
function endedSilently({ recovery }: Failure): RecoveryRecord {
  recovery.mustHandOver(true);
  return recovery.record;
}

/** Why a person is asked, in words. */
const askedInstead = (stop: Stop | undefined): string =>
  stop === undefined ? "" : `${stop.words} A person is asked, as too many failed runs would end silently`;

const inWords = ({ number, outcome }: Failure): string => failedInWords(number, outcome);

/** Effects of earlier attempts that stand: the next attempt must not repeat them either. */
const standingBefore = (earlier: Failure["earlier"]): readonly EffectRecord[] =>
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
