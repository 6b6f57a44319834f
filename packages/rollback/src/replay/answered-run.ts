import type { AnswerGate, ToolAnswer } from "../answers/answer-gate.ts";
import { answeringFrom } from "../answers/answering.ts";
import { ungatedListener } from "../answers/ungated-listener.ts";
import type { Attempt, FinalEnd, ObservedEnd } from "../attempts/attempt/attempt.ts";
import { once, readsOf } from "../attempts/attempt/attempt-reads.ts";
import { verifyAttempt, type Verified } from "../attempts/decide/verify-attempt.ts";
import { executionOn } from "../attempts/run/run-attempt.ts";
import { withActLog } from "../effects/intercepting/act-context.ts";
import { actListener } from "../effects/intercepting/act-listener.ts";
import { entered } from "../langgraph/isolate.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { spentBy } from "../planning/run-spent.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { type AnswerRules, CallAnswers } from "./call-answers.ts";
import { CallLog } from "./call-log.ts";
import { answerAsThen, type AnsweredQuestion } from "./human-answers.ts";
import type { RecordedResults } from "./recorded-results.ts";
import { ReplayActs } from "./replay-acts.ts";
import type { ReplayAnswer } from "../answers/replay-answer.ts";
import { type ModelRules, replayGate } from "./replay-gate.ts";
import type { ReplayedGraph } from "./replayed-graph.ts";
import type { PlayedRun } from "./replay-result.ts";

/** More pauses than any run is expected to have: one that waits for ever at a breakpoint is ended. */
const MOST_PAUSES = 1000;

/** @internal Sources of a run's answers. */
export interface AnswerSources {
  readonly tools: RecordedResults<ToolAnswer>;
  /** `undefined`: models run. */
  readonly models: ModelRules | undefined;
  readonly questions: () => Promise<readonly AnsweredQuestion[]>;
}

/** @internal A run on a copy of a graph, whose calls are answered. */
export interface AnsweredRun {
  readonly replayed: ReplayedGraph;
  readonly context: RollbackContext;
  readonly acts: ReplayActs;
  readonly gate: AnswerGate;
  readonly log: CallLog;
  readonly questions: AnswerSources["questions"];
}

/** @internal @param context a copy of the graph, on a copy of its threads */
export function answeredRun(
  replayed: ReplayedGraph,
  context: RollbackContext,
  rules: Omit<AnswerRules, "effects">,
  { tools, models, questions }: AnswerSources,
): AnsweredRun {
  const { declared, graph, redact } = replayed;
  const log = new CallLog();
  const answers = new CallAnswers({ ...rules, effects: replayed.rules }, tools, log);
  const acts = new ReplayActs({ graph, answers: rules.nodes, declared }, answers, log, redact);
  return { replayed, context, acts, gate: replayGate(answers, models, log, redact), log, questions };
}

/** @internal The nodes that are answered in place of running. */
export const answeredNodes = (nodes: Readonly<Record<string, ReplayAnswer>>): readonly string[] =>
  Object.keys(nodes).filter((node) => nodes[node] === "recorded" || typeof nodes[node] === "function");

/** @internal Runs to the end, with a human's answers of then. @returns `undefined` if a call had no answer */
export async function runToEnd(run: AnsweredRun, attempt: Attempt): Promise<FinalEnd | undefined> {
  const { log, questions, replayed } = run;
  let current = attempt;
  try {
    for (let pauses = 0; ; pauses += 1) {
      const end = await executed(run, current);
      if (end.kind === "refused") throw end.error;
      if (end.kind !== "paused") return log.refusal === undefined ? end : undefined;
      const call = pauses < MOST_PAUSES ? answerAsThen(await questions(), end, replayed.redact) : undefined;
      if (call === undefined) {
        const [question] = end.interrupts;
        const asked = {
          kind: "question" as const,
          name: question?.task ?? "breakpoint",
          args: question?.value,
        };
        log.refuse(asked, "The recorded run holds no answer of a human to this question.");
      }
      current = { ...current, call, start: { kind: "call" } };
    }
  } catch (error) {
    if (log.refusal === undefined) throw error;
    return undefined;
  }
}

/** Runs until the graph ends or waits. */
function executed({ context, acts, gate }: AnsweredRun, attempt: Attempt): Promise<ObservedEnd> {
  const listeners = [ungatedListener(gate), actListener(acts, attempt.config.signal)];
  return answeringFrom(gate, async () => {
    const run = entered(
      (work) => withActLog(acts, work),
      () => executionOn(context, attempt, listeners),
    );
    for (;;) {
      const next = await run.next();
      if (next.done === true) return next.value.end;
    }
  });
}

/**
 * @internal Judges a run that has ended, and tells of it.
 *
 * @param kept what it shares with an earlier run: its steps, and how many of them did not run again
 */
export async function toldOf(
  { context, log, replayed }: AnsweredRun,
  attempt: Attempt,
  end: FinalEnd | undefined,
  kept: { readonly trajectory?: RecordedTrajectory; readonly steps: number },
): Promise<PlayedRun> {
  const { threadId } = attempt;
  const head = end?.head === "" ? undefined : end?.head;
  const read = once(() => readTrajectory(context.graph, checkpointConfig(threadId, head), kept.trajectory));
  const trajectory = await read();
  const verdict = end === undefined ? undefined : await judged(context, replayed, { attempt, end }, read);
  const outcome = verdict === undefined || verdict.kind === "unjudged" ? undefined : verdict.outcome;
  return {
    ...statusOf(log, verdict),
    output: end?.kind === "returned" ? end.output : undefined,
    ...(end?.kind === "threw" ? { error: end.error } : {}),
    ...(outcome === undefined ? {} : { outcome }),
    calls: log.calls,
    trajectory,
    spent: spentBy(trajectory.steps, kept.steps, outcome ?? {}),
    checkpointer: context.saver.inner,
  };
}

async function judged(
  context: RollbackContext,
  { verify }: ReplayedGraph,
  { attempt, end }: { readonly attempt: Attempt; readonly end: FinalEnd },
  trajectory: () => Promise<RecordedTrajectory>,
): Promise<Verified | undefined> {
  if (verify === undefined && end.kind === "returned") return undefined;
  const reads = { ...readsOf(context, attempt.threadId, end.head), trajectory };
  return verifyAttempt(context, { kind: "ended", attempt, end, reads });
}

/** How a replay stands, and why. */
function statusOf(log: CallLog, verdict: Verified | undefined): Pick<PlayedRun, "status" | "reason"> {
  if (log.refusal !== undefined) return { status: "inconclusive", reason: log.refusal.message };
  if (verdict === undefined) return { status: "unjudged", reason: "Nobody judges it: there is no verifier." };
  if (verdict.kind === "unjudged") return { status: "unjudged", reason: verdict.problem.message };
  const { ok, reason } = verdict.outcome;
  if (ok) return { status: "accepted", reason: reason ?? "It passed the verifier." };
  return { status: "rejected", reason: reason ?? "The result was rejected." };
}
