import type { AnswerGate } from "../answers/answer-gate.ts";
import { answeringFrom } from "../answers/answering.ts";
import { ungatedListener } from "../answers/ungated-listener.ts";
import type { Attempt, FinalEnd, ObservedEnd } from "../attempts/attempt/attempt.ts";
import { once, readsOf } from "../attempts/attempt/attempt-reads.ts";
import { verifyAttempt, type Verified } from "../attempts/decide/verify-attempt.ts";
import { executionOn } from "../attempts/run/run-attempt.ts";
import { withActLog } from "../effects/intercepting/act-context.ts";
import { actListener } from "../effects/intercepting/act-listener.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { entered } from "../langgraph/isolate.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { spentBy } from "../planning/run-spent.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import { carriersOf } from "../rewinding/note-message.ts";
import { noteChannelOf } from "../rewinding/note-channel.ts";
import { makeFork } from "../rewinding/rewind.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { CallConfig } from "../streams/call-config.ts";
import { CallAnswers } from "./call-answers.ts";
import { CallLog } from "./call-log.ts";
import { answerAsThen } from "./human-answers.ts";
import type { PlannedReplay } from "./plan-replay.ts";
import { readResults } from "./read-results.ts";
import { RecordedResults } from "./recorded-results.ts";
import { ReplayActs } from "./replay-acts.ts";
import { replayGate } from "./replay-gate.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { copiedContext, type ReplayedGraph } from "./replayed-graph.ts";
import type { Replay } from "./replay-result.ts";

/** More pauses than any run is expected to have: one that waits for ever at a breakpoint is ended. */
const MOST_PAUSES = 1000;

/** @internal How a replay is run. */
export interface ReplayCall extends CallConfig {
  /** Whether models and tools answer from the recording alone. */
  readonly isBaseline?: boolean;
}

/** @internal Replays a run once, on a copy of its own. */
export async function replayOnce(
  replayed: ReplayedGraph,
  plan: PlannedReplay,
  options: ReplayOptions,
  { isBaseline = false, ...config }: ReplayCall,
): Promise<Replay> {
  const { tools = {}, nodes = {} } = options;
  const { declared, graph, redact, rules, saver } = replayed;
  const answered = Object.keys(nodes).filter(
    (node) => nodes[node] === "recorded" || typeof nodes[node] === "function",
  );
  const context = copiedContext(replayed, answered);
  const log = new CallLog();
  const reading = once(async () =>
    readResults({ graph: context.graph, saver, redact }, plan.trajectory, (await plan.answers()).tools),
  );
  const recorded = new RecordedResults(reading, plan.rewind.step);
  const models = new RecordedResults(async () => (await plan.answers()).models, plan.rewind.step);
  const answers = new CallAnswers({ tools, nodes, effects: rules, isStrict: isBaseline }, recorded, log);
  const acts = new ReplayActs({ graph, answers: nodes, declared }, answers, log);
  const gate = replayGate(answers, isBaseline ? models : undefined, log, redact);
  const signal = log.signalWith(config.signal);
  const running = { context, acts, gate, log, saver };
  const attempt = await forkOf(context, plan, options, { ...config, signal });
  const end = await ended(running, attempt, plan);
  config.signal?.throwIfAborted();
  return told({ ...running, replayed, plan }, attempt, end);
}

/** What a replay runs with. */
interface Running {
  readonly context: RollbackContext;
  readonly acts: ReplayActs;
  readonly gate: AnswerGate;
  readonly log: CallLog;
  readonly saver: ReplayedGraph["saver"];
}

/** The attempt that a replay is: a fork in the copy, from which it runs. */
async function forkOf(
  context: RollbackContext,
  { failed, rewind, note }: PlannedReplay,
  { update = {} }: ReplayOptions,
  config: CallConfig,
): Promise<Attempt> {
  const { threadId, input } = failed.ended.attempt;
  const [run, number] = [`replay-${context.options.ids()}`, failed.number + 1];
  const { fork, kept } = await makeFork(context.graph, threadId, {
    ...rewind,
    fork: newForkId(),
    noteChannel: noteChannelOf(context.graph, context.options.noteChannel),
    stamp: { run, attempt: number },
    updates: note?.updates ?? {},
    revalidated: update,
  });
  return {
    run,
    number,
    threadId,
    input,
    call: null,
    config,
    start: {
      kind: "fork",
      checkpoint: fork,
      isPartial: rewind.kind !== "superstep",
      isNew: true,
      waits: false,
      kept,
    },
    note: note?.text,
    ...carriersOf({ note: note?.text, updates: note?.updates }),
  };
}

/** Runs to the end, with a human's answers of then. @returns `undefined` if a call had no answer */
async function ended(running: Running, attempt: Attempt, plan: PlannedReplay): Promise<FinalEnd | undefined> {
  const { log, saver } = running;
  let current = attempt;
  try {
    for (let pauses = 0; ; pauses += 1) {
      const end = await executed(running, current);
      if (end.kind === "refused") throw end.error;
      if (end.kind !== "paused") return log.refusal === undefined ? end : undefined;
      const call = pauses < MOST_PAUSES ? await answerAsThen(saver, plan.trajectory, end) : undefined;
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
function executed({ context, acts, gate }: Running, attempt: Attempt): Promise<ObservedEnd> {
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

/** What is told of a replay. */
async function told(
  {
    context,
    log,
    replayed,
    plan,
  }: Running & { readonly replayed: ReplayedGraph; readonly plan: PlannedReplay },
  attempt: Attempt,
  end: FinalEnd | undefined,
): Promise<Replay> {
  const { threadId } = attempt;
  const head = end?.head === "" ? undefined : end?.head;
  const read = once(() => readTrajectory(context.graph, checkpointConfig(threadId, head), plan.trajectory));
  const trajectory = await read();
  const verdict = end === undefined ? undefined : await judged(context, replayed, { attempt, end }, read);
  const outcome = verdict === undefined || verdict.kind === "unjudged" ? undefined : verdict.outcome;
  return {
    ...statusOf(log, verdict),
    output: end?.kind === "returned" ? end.output : undefined,
    ...(end?.kind === "threw" ? { error: end.error } : {}),
    ...(outcome === undefined ? {} : { outcome }),
    rewind: plan.rewind,
    ...(plan.note === undefined ? {} : { note: plan.note.text }),
    calls: log.calls,
    trajectory,
    spent: spentBy(trajectory.steps, plan.rewind.kept, outcome ?? {}),
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
function statusOf(log: CallLog, verdict: Verified | undefined): Pick<Replay, "status" | "reason"> {
  if (log.refusal !== undefined) return { status: "inconclusive", reason: log.refusal.message };
  if (verdict === undefined) return { status: "unjudged", reason: "Nobody judges it: there is no verifier." };
  if (verdict.kind === "unjudged") return { status: "unjudged", reason: verdict.problem.message };
  const { ok, reason } = verdict.outcome;
  if (ok) return { status: "accepted", reason: reason ?? "It passed the verifier." };
  return { status: "rejected", reason: reason ?? "The result was rejected." };
}
