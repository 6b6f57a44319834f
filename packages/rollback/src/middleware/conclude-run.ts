import { isGraphBubbleUp } from "@langchain/langgraph";
import type { Step } from "@langgraph-rollback/attribution/trajectory";

import { VerifierError } from "../errors/verifier-error.ts";
import { repeatedEffects } from "../effects/effect-plan.ts";
import { leftAlone, problemOf } from "../history/left-alone.ts";
import { attributeFailure } from "../planning/attribute-failure.ts";
import { guardRewind, type GuardedRewind } from "../planning/guard-rewind.ts";
import { effectsOfTurn } from "./turn-effects.ts";
import { placesInConversation } from "./undo-turn.ts";
import { decideFailure, stopBeforeScoring } from "../planning/decide-failure.ts";
import type { EarlierAttempt, Failure } from "../planning/failure.ts";
import { calibrationChanged } from "../planning/made-with.ts";
import { alphaOf, saidOf } from "../planning/rollback-budget.ts";
import { spentBy } from "../planning/run-spent.ts";
import { failedAt } from "../planning/same-failure.ts";
import { checkedText, type PreviousAttempt } from "../replanning/replan-note.ts";
import { learntFor } from "../setup/open-runs.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";
import { plainTrajectory } from "../steps/plain-trajectory.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { judge } from "../verifying/judge.ts";
import type { AttemptOutcome } from "../verifying/verifier.ts";
import { withOutcome } from "../verifying/with-outcome.ts";
import { runOf, type FinishedRun } from "./finished-run.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

/** Where a retry starts: the record has a `trimmed` then. */
type Decided = Omit<MiddlewareRecord, "version" | "run" | "attempt" | "at" | "outcome">;

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
    outcome = await judge(context.verify ?? (() => true), run.verifierRun);
    const judged = { ...run, trajectory: withOutcome(run.trajectory, outcome) };
    decided = outcome.ok
      ? { decision: "accept", reason: `Attempt ${run.attempt} passed the verifier.` }
      : await concludeFailure(context, judged, outcome);
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
    ...decided,
  };
}

function passOnSignals({ verifierRun }: FinishedRun, error: unknown): void {
  verifierRun.signal?.throwIfAborted();
  const cause = error instanceof VerifierError ? error.cause : error;
  if (isGraphBubbleUp(cause)) throw cause;
}

async function concludeFailure(
  context: MiddlewareContext,
  run: FinishedRun,
  outcome: AttemptOutcome,
): Promise<Decided> {
  const said = outcome.reason === undefined ? "" : ` (${outcome.reason})`;
  const failed = `Attempt ${run.attempt} failed${said}`;
  if (run.isWrapped)
    return { decision: "roll-back", reason: `${failed}; the rollback is \`withRollback\`'s.` };
  if (run.trajectory.steps.length === 0)
    return { decision: "give-up", reason: `${failed} before any step was executed.` };
  // The jump to the model would pass by the guard.
  if (!run.isCalled)
    return { decision: "give-up", reason: `${failed}; the turn was ended before the model was called.` };
  return retry(context, run, outcome, failed);
}

/** As with `withRollback`, by the same functions. */
async function retry(
  context: MiddlewareContext,
  run: FinishedRun,
  outcome: AttemptOutcome,
  failed: string,
): Promise<Decided> {
  const { trajectory, attempt, earlier, verifierRun } = run;
  const failure = failureOf(context, run, outcome);
  const { spent, failedAt: at } = failure;
  const known = { spent, trajectory: trajectory.id, ...(at === undefined ? {} : { failedAt: at }) };
  const stop = stopBeforeScoring(context, failure);
  if (stop !== undefined)
    return { decision: "give-up", reason: `${failed}${stop.words}`, stopped: stop.stopped, ...known };
  const { learnt, problems } = await learntFor(context.learning, runOf(run));
  for (const each of problems)
    context.emit({ type: "rollback:problem", threadId: run.threadId, problem: each });
  const alpha = alphaOf(failure.budget, learnt.alpha);
  const { attribution: found, problem } = await attributeFailure(
    learnt,
    trajectory,
    alpha,
    verifierRun.signal,
  );
  const attribution = saidOf(failure.budget, found);
  const decided = decideFailure({ ...context, ...learnt }, failure, attribution);
  const changed = calibrationChanged(learnt, failure, attribution);
  if (changed !== undefined)
    context.emit({ type: "rollback:problem", threadId: run.threadId, problem: changed });
  if (decided.kind === "give-up") {
    const { words, stopped } = decided;
    return {
      decision: "give-up",
      reason: `${failed}${words}`,
      stopped,
      ...known,
      ...(problem === undefined ? { attribution } : { problem }),
    };
  }
  const effects = (await effectsOfTurn(context, run.turn, run))?.all;
  await effects?.settled(verifierRun.signal);
  const asked = { trajectory, attempt, start: decided.start, setStart: attribution.set.range.start };
  const plan = (from: number): Promise<UndonePart> => Promise.resolve(trimPlan(trajectory, from));
  const guarded: GuardedRewind<UndonePart> =
    effects === undefined
      ? { kind: "rewind", rewind: await plan(decided.start), effects: [], words: "" }
      : await guardRewind(effects, { ...asked, places: placesInConversation(run) }, plan);
  if (guarded.kind === "stopped") {
    const { words, stopped, effects: standing } = guarded;
    return {
      decision: "give-up",
      reason: `${failed}${words}`,
      stopped,
      ...known,
      attribution,
      effects: standing,
    };
  }
  const { rewind } = guarded;
  const repeated = effects === undefined ? [] : repeatedEffects(effects, attempt, undefined);
  const undone = [...guarded.effects, ...repeated];
  const previous = earlier.map((record) => previousAttempt(run, record));
  const told = await context.replan({
    trajectory,
    attribution,
    rewind,
    effects: undone,
    outcome,
    attempt,
    previous,
  });
  const note = checkedText(told);
  const also = problem ?? decided.problem;
  return {
    decision: "roll-back",
    reason: `${failed}; trimmed from step ${rewind.step + 1} of ${trajectory.steps.length} on${guarded.words}.`,
    attribution,
    ...known,
    trimmed: { ...rewind, ...decided.decision, reach: decided.reachFrom(rewind.step) },
    ...(undone.length === 0 ? {} : { effects: undone }),
    undone: plainTrajectory(trajectory).steps.slice(rewind.step).map(shortened),
    ...(note === undefined ? {} : { note }),
    ...(also === undefined ? {} : { problem: also }),
  };
}

function failureOf(context: MiddlewareContext, run: FinishedRun, outcome: AttemptOutcome): Failure {
  const { trajectory, attempt, turn } = run;
  const earlier = run.earlier.map(({ trimmed, ...record }): EarlierAttempt =>
    trimmed === undefined ? record : { ...record, rewind: trimmed },
  );
  const start = earlier.at(-1)?.rewind?.step ?? 0;
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
  };
}

/**
 * @internal Where to trim a conversation: before the model's answer that a step is or belongs to, because tools' answers
 * cannot stand without it. The tools of one answer come right after it.
 */
export function trimPlan({ steps }: RecordedTrajectory, start: number): UndonePart {
  const step = steps.findLastIndex(({ kind, index }) => index <= start && kind === "model");
  const kept = Math.max(step, 0);
  return { step: kept, kept, redone: steps.length - kept };
}

/** An earlier attempt, from its stored record. */
function previousAttempt({ trajectory }: FinishedRun, record: MiddlewareRecord): PreviousAttempt {
  const steps = record.undone ?? [];
  return { record, trajectory: () => Promise.resolve({ ...plainTrajectory(trajectory), steps }) };
}

/** @internal */
export function shortened(step: Step): Step {
  const { toolCalls: _, ...rest } = step;
  return { ...rest, content: step.content.slice(0, UNDONE_LENGTH) };
}
