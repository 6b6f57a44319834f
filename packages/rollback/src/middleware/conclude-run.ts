import { isGraphBubbleUp } from "@langchain/langgraph";
import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { VerifierError } from "../errors/verifier-error.ts";
import { leftAlone, problemOf } from "../history/left-alone.ts";
import { effectsOfTurn } from "./turn-effects.ts";
import { placesInConversation } from "./undo-turn.ts";
import { type EarlierAttempt, failedInWords, type Failure } from "../planning/failure.ts";
import { accountedRun, recoveryInForce } from "../planning/recovery-in-force.ts";
import { enterRecovered } from "../planning/silent-ends.ts";
import type { Learnt } from "../setup/learning.ts";
import { earlyProcedure } from "../planning/procedure.ts";
import { planFailure, type FailurePlan, type FailurePlanning } from "../planning/plan-failure.ts";
import { spentBy } from "../planning/run-spent.ts";
import { failedAt } from "../planning/same-failure.ts";
import { checkedText, type PreviousAttempt } from "../replanning/replan-note.ts";
import { learntFor } from "../setup/open-runs.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";
import { plainTrajectory } from "../steps/plain-trajectory.ts";
import { askedOutcome, judge, withOutcome } from "../verifiers/judge.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import { earlyOutcome, withWatchCost } from "../watching/early-outcome.ts";
import { runOf, type FinishedRun } from "./finished-run.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { trimPlan } from "./trim-plan.ts";

/** The decision in a record; where a retry starts, it has a `trimmed`. */
type Decided = Omit<MiddlewareRecord, "version" | "run" | "attempt" | "at" | "outcome" | "watch">;

const UNDONE_LENGTH = 500;

/**
 * @internal Judges a finished run and decides what to do about a failure. Writes nothing.
 *
 * A failure of the machinery never throws: the run's own result is then left as it is, with the problem beside it.
 * Only aborts and LangGraph's own signals (a verifier that interrupts) are thrown.
 */
export async function concludeRun(context: MiddlewareContext, run: FinishedRun): Promise<MiddlewareRecord> {
  let outcome: AttemptOutcome | undefined;
  let decided: Decided;
  let at = new Date(0);
  try {
    at = new Date(context.clock());
    outcome = withWatchCost(await outcomeOf(context, run), run.watch);
    if (outcome.ok && run.attempt > 1 && context.recovery.handOver)
      enterRecovered(accountedRun(context.recovery, [], run.turn?.id ?? run.trajectory.id));
    decided = outcome.ok
      ? { decision: "accept", reason: `Attempt ${run.attempt} passed the verifier.` }
      : await concludeFailure(context, run, outcome);
  } catch (error) {
    passOnSignals(run, error);
    decided = { decision: "give-up", ...leftAlone(problemOf(error)) };
  }
  return {
    version: 1,
    run: run.turn?.id ?? "",
    attempt: run.attempt,
    at: at.toISOString(),
    ...(outcome === undefined ? {} : { outcome }),
    ...(run.watch === undefined ? {} : { watch: run.watch }),
    ...decided,
  };
}

/** The verifier is not asked about an attempt that was ended before its end. */
async function outcomeOf(
  { verify = () => true }: MiddlewareContext,
  { early, request, verifierRun }: FinishedRun,
): Promise<AttemptOutcome> {
  if (early !== undefined) return earlyOutcome(early, { isOver: false });
  if (request !== undefined) return askedOutcome(request, verifierRun.trajectory);
  return judge(verify, verifierRun);
}

function passOnSignals({ verifierRun }: FinishedRun, error: unknown): void {
  verifierRun.signal?.throwIfAborted();
  const cause = error instanceof VerifierError ? error.cause : error;
  if (isGraphBubbleUp(cause)) throw cause;
}

/** Under `withRollback` the rollback is its own; a jump to the model would pass by a guard that ended the turn. */
async function concludeFailure(
  context: MiddlewareContext,
  run: FinishedRun,
  outcome: AttemptOutcome,
): Promise<Decided> {
  const failed = failedInWords(run.attempt, outcome);
  if (run.isWrapped)
    return { decision: "roll-back", reason: `${failed}; the rollback is \`withRollback\`'s.` };
  if (run.trajectory.steps.length > 0 && !run.isCalled)
    return { decision: "give-up", reason: `${failed}; the turn was ended before the model was called.` };
  const plan = await planFailure(await planningOf(context, run, outcome));
  if (plan.notice !== undefined)
    context.emit({ type: "rollback:problem", threadId: run.threadId, problem: plan.notice });
  return recordedPlan(run, plan);
}

/** @internal A failed attempt as it is planned for: the conversation is trimmed, and the note is a message. */
export async function planningOf(
  context: MiddlewareContext,
  run: FinishedRun,
  outcome: AttemptOutcome,
): Promise<FailurePlanning<UndonePart, string>> {
  const { learnt, problems } = await learntFor(context, runOf(run));
  for (const problem of problems) context.emit({ type: "rollback:problem", threadId: run.threadId, problem });
  const trajectory = withOutcome(run.trajectory, outcome);
  const previous = run.earlier.map((record) => previousAttempt(run, record));
  return {
    failure: failureOf(context, { ...run, trajectory }, outcome, learnt),
    options: context,
    signal: run.verifierRun.signal,
    learnt: () => Promise.resolve(learnt),
    effects: async () => (await effectsOfTurn(context, run.turn, run))?.all,
    places: placesInConversation(run),
    rewindTo: (step) => Promise.resolve(trimPlan(trajectory, step)),
    note: async (told) => checkedText(await context.replan({ ...told, previous })),
    words: ({ step }, steps) => `trimmed from step ${step + 1} of ${steps} on`,
  };
}

/** @internal A plan as the attempt's record keeps it. */
export function recordedPlan({ trajectory }: FinishedRun, plan: FailurePlan<UndonePart, string>): Decided {
  const { kind: decision, notice: _, ...rest } = plan;
  const known = rest.spent === undefined ? {} : { trajectory: trajectory.id };
  if (!("rewind" in rest)) return { decision, ...rest, ...known };
  const { rewind: trimmed, ...told } = rest;
  const undone = plainTrajectory(trajectory).steps.slice(trimmed.step).map(shortened);
  return { decision, ...told, ...known, trimmed, undone };
}

function failureOf(
  context: MiddlewareContext,
  run: Pick<FinishedRun, "attempt" | "earlier" | "trajectory" | "turn">,
  outcome: AttemptOutcome,
  learnt: Learnt,
): Failure {
  const { trajectory, attempt, turn } = run;
  const earlier = run.earlier.map(({ trimmed, ...record }): EarlierAttempt =>
    trimmed === undefined ? record : { ...record, rewind: trimmed },
  );
  const start = earlier.at(-1)?.rewind?.step ?? 0;
  const procedure = {
    ...context,
    learnt,
    maxRollbacks: context.maxRetries,
    nodes: [],
    verifier: context.verify?.fingerprint,
    early: earlyProcedure(context),
    version: context.recovery.version,
  };
  return {
    outcome,
    trajectory,
    number: attempt,
    earlier,
    firstId: run.earlier[0]?.trajectory ?? trajectory.id,
    // Without a mark of where the turn began nothing can be trimmed.
    budget: { used: earlier.length, max: turn === undefined ? 0 : context.maxRetries },
    spent: spentBy(trajectory.steps, start, outcome, attempt === 1 ? turn?.at : undefined),
    failedAt: failedAt(trajectory, outcome),
    recovery: recoveryInForce(context.recovery, procedure, turn?.id ?? trajectory.id),
  };
}

/** An earlier attempt, from its stored record. */
function previousAttempt({ trajectory }: FinishedRun, record: MiddlewareRecord): PreviousAttempt {
  const steps = record.undone ?? [];
  return { record, trajectory: () => Promise.resolve({ ...plainTrajectory(trajectory), steps }) };
}

function shortened(step: Step): Step {
  const { toolCalls: _, ...rest } = step;
  return { ...rest, content: step.content.slice(0, UNDONE_LENGTH) };
}
