import {
  Annotation,
  END,
  START,
  StateGraph,
  type AnnotationRoot,
  type CompiledStateGraph,
  type LangGraphRunnableConfig,
  type LastValue,
  type StateType,
  type UpdateType,
} from "@langchain/langgraph";

import type { Attempt, AttemptEnd, EndedAttempt } from "./attempts/attempt.ts";
import { endOf, headState } from "./attempts/attempt-end.ts";
import { problemEvents, settledEvents, startedEvent } from "./attempts/attempt-events.ts";
import type { AttemptRecord } from "./history/attempt-record.ts";
import { askAround } from "./langgraph/caller.ts";
import type { RollbackTarget, RunConfig, InputOf, OutputOf } from "./langgraph/compiled-graph.ts";
import { decideAttempt, verifyAttempt, type FailedAttempt } from "./attempts/conclude-attempt.ts";
import { ThreadMovedError } from "./errors/thread-moved-error.ts";
import { statusOf, type RunStatus } from "./history/history.ts";
import { ownConfigurable } from "./langgraph/isolate.ts";
import { describeError } from "./errors/describe-error.ts";
import { keepProblems } from "./attempts/keep-problems.ts";
import { runAnswered } from "./calls/nested-call.ts";
import { openAnyway, threadCall } from "./attempts/open-attempt.ts";
import { answerTo, pendingQuestion } from "./calls/pending-question.ts";
import { contextFor, unwrappedGraphOf, type RollbackContext } from "./setup/rollback-context.ts";
import { resolveOptions, type RollbackOptions } from "./setup/rollback-options.ts";
import { runAttempt } from "./attempts/run-attempt.ts";
import type { RollbackEvent } from "./setup/rollback-event.ts";
import { settleAttempt } from "./attempts/settle-attempt.ts";
import { withThread } from "./locking/take-thread.ts";
import { tellEvent } from "./attempts/tell-event.ts";
import { checkpointIdOf } from "./langgraph/thread.ts";
import { undoneSteps } from "./attempts/undone-steps.ts";
import { warnOfUntestedLanggraph } from "./langgraph/warn-of-untested-langgraph.ts";

/** Channels of the graph that {@link rollbackGraph} makes. Give `input`; read the rest. */
export type RollbackChannels = {
  /** What the wrapped graph is run with. */
  input: LastValue<unknown>;
  /** Thread of the wrapped graph, in its own store; made if not given. */
  threadId: LastValue<string>;
  /** What the last attempt returned. */
  output: LastValue<unknown>;
  /** The exception of the last attempt, if one escaped. */
  error: LastValue<{ readonly name: string; readonly message: string } | undefined>;
  status: LastValue<RunStatus>;
  /** Why it ended so, as a sentence. */
  reason: LastValue<string>;
  /** Records of this run's attempts that were decided, in order. */
  attempts: LastValue<readonly AttemptRecord[]>;
  /** The attempt in progress. */
  current: LastValue<(Omit<Attempt, "config"> & { readonly head?: string }) | undefined>;
  /** What is known of it so far. */
  verified: LastValue<AttemptRecord | FailedAttempt | undefined>;
};

/** State of the graph that {@link rollbackGraph} makes, as {@link RollbackChannels} describes it. */
export type RollbackGraphState = StateType<RollbackChannels>;

type Update = UpdateType<RollbackChannels>;
type NodeName = "begin" | "run" | "verify" | "attribute" | "rewind" | "report" | typeof START;

const State: AnnotationRoot<RollbackChannels> = Annotation.Root({
  input: Annotation<unknown>(),
  threadId: Annotation<string>(),
  output: Annotation<unknown>(),
  error: Annotation<RollbackGraphState["error"]>(),
  status: Annotation<RunStatus>(),
  reason: Annotation<string>(),
  attempts: Annotation<readonly AttemptRecord[]>(),
  current: Annotation<RollbackGraphState["current"]>(),
  verified: Annotation<RollbackGraphState["verified"]>(),
});

/**
 * The rollback loop as a LangGraph graph: begin, run, verify, attribute, rewind, report. For Studio, where each phase
 * can be seen, and for building it into a larger graph; `withRollback` runs the same functions without the graph.
 *
 * How a run ended is in its state (`status`, `output`, `error`), never thrown. The wrapped graph keeps its own
 * thread and store; its interrupts are raised here, one at a time. Chunks of the attempts, and the rollback's events
 * between them, arrive in the `custom` stream. The inner thread is taken for as long as one node works on it, and free in between; a run that comes then
 * moves its head, and the rollback stops.
 *
 * @param options as for `withRollback`
 * @throws as `withRollback` does
 */
export function rollbackGraph<G extends RollbackTarget>(
  graph: G,
  options: RollbackOptions<InputOf<G>, OutputOf<G>>,
): CompiledStateGraph<RollbackGraphState, Update, NodeName, RollbackChannels, RollbackChannels> {
  const context = contextFor(unwrappedGraphOf(graph), resolveOptions(options));
  warnOfUntestedLanggraph();
  return new StateGraph(State)
    .addNode("begin", (state, config) => begin(context, state, config))
    .addNode("run", (state, config) => run(context, state, config))
    .addNode("verify", (state, config) => verify(context, state, config))
    .addNode("attribute", (state, config) => attributeFailure(context, state, config))
    .addNode("rewind", (state, config) => settle(context, state, config))
    .addNode("report", (state, config) => settle(context, state, config))
    .addEdge(START, "begin")
    .addConditionalEdges("begin", whenEnded, ["run", "verify"])
    .addConditionalEdges("run", whenEnded, ["run", "verify"])
    .addConditionalEdges("verify", afterVerify, ["attribute", "report"])
    .addConditionalEdges("attribute", afterAttribute, ["rewind", "report"])
    .addConditionalEdges("rewind", ({ current }) => (current === undefined ? END : "run"), ["run", END])
    .addEdge("report", END)
    .compile();
}

const whenEnded = ({ current }: RollbackGraphState): "run" | "verify" =>
  current?.head === undefined ? "run" : "verify";
const afterVerify = ({ verified }: RollbackGraphState): "attribute" | "report" =>
  verified?.decision === undefined ? "attribute" : "report";
const afterAttribute = ({ verified }: RollbackGraphState): "rewind" | "report" =>
  verified?.decision === "roll-back" ? "rewind" : "report";

async function begin(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  const threadId = state.threadId ?? context.options.ids();
  const call = threadCall(context, innerConfig(config, threadId));
  const { attempt, end, problem } = await withThread(context, call.threadId, config.signal, (lease) =>
    openAnyway(context, state.input, call, lease),
  );
  const problems = problem === undefined ? [] : [problem];
  await keepProblems(context, attempt, problems);
  await tell(context, attempt, [startedEvent(attempt), ...problemEvents(attempt, problems)], config);
  return {
    threadId,
    current: stored(attempt),
    output: undefined,
    error: undefined,
    status: "running",
    reason: "",
    attempts: [],
    verified: undefined,
    // A process may have died between the end of an attempt and its verdict.
    ...(end?.status === "ended" ? endUpdate(attempt, end) : {}),
  };
}

function run(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  const attempt = attemptIn(state, config);
  return withThread(context, attempt.threadId, config.signal, () => runOn(context, attempt, config));
}

async function runOn(
  context: RollbackContext,
  attempt: Attempt,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  // LangGraph runs a node again from its top when an interrupt is answered: go on where the inner graph waits.
  const execute = async (execution: AsyncGenerator<unknown, AttemptEnd>): Promise<AttemptEnd> => {
    const end = await forwarded(execution, config);
    // The attempt itself has told everybody else.
    for (const event of problemEvents(attempt, end.problems)) config.writer?.(event);
    return end;
  };
  let end = (await pausedEnd(context, attempt)) ?? (await execute(runAttempt(context, attempt)));
  if (end.status === "paused") {
    const { fork: _, waits: __, ...rest } = attempt;
    const question = await pendingQuestion(context, attempt, end.interrupts);
    const answer = askAround(config.configurable, question?.value, question?.response_schema);
    const next = { ...rest, call: answerTo(question, answer.value) };
    end = await execute(runAnswered(context, next, answer));
  }
  // Not asked in a loop here: the first answer would be given to the second question when the node runs again.
  if (end.status === "paused") return { current: stored(attempt) };
  if (end.status === "refused") throw end.error;
  return endUpdate(attempt, end);
}

function endUpdate(attempt: Attempt, { output, error, head }: EndedAttempt): Update {
  return {
    output,
    error: error === undefined ? undefined : describeError(error),
    current: { ...stored(attempt), head },
  };
}

async function verify(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  return { verified: await verifyAttempt(context, attemptIn(state, config), endIn(state)) };
}

async function attributeFailure(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  const { verified } = state;
  if (verified === undefined || verified.decision !== undefined) return {};
  return { verified: await decideAttempt(context, attemptIn(state, config), endIn(state), verified) };
}

async function settle(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  const { verified } = state;
  if (verified?.decision === undefined) return {};
  const attempt = attemptIn(state, config);
  const { record, next } = await withThread(context, attempt.threadId, config.signal, (lease) =>
    settleAttempt(context, attempt, verified, lease),
  );
  const steps = next === undefined ? undefined : await undoneSteps(context, attempt, record, true);
  const started = next === undefined ? [] : [startedEvent(next)];
  await tell(context, attempt, [...settledEvents(attempt, record, steps), ...started], config);
  return {
    attempts: [...(state.attempts ?? []), record],
    status: statusOf(record),
    reason: record.reason,
    current: next === undefined ? undefined : stored(next),
  };
}

/** Tells `onEvent`, callbacks, and the reader of this graph's `custom` stream. */
async function tell(
  context: RollbackContext,
  attempt: Attempt,
  events: readonly RollbackEvent[],
  config: LangGraphRunnableConfig,
): Promise<void> {
  for (const event of events) {
    // The attempts are streamed as `updates`; the chunks for this graph's reader go through its writer.
    for await (const _ of tellEvent(context, attempt, event));
    config.writer?.(event);
  }
}

async function pausedEnd(context: RollbackContext, attempt: Attempt): Promise<AttemptEnd | undefined> {
  const state = await headState(context.graph, attempt.threadId);
  const stampedHere = state?.metadata?.["rollback_run"] === attempt.run;
  // The thread is free between two nodes of this graph.
  if (attempt.fork !== undefined && !stampedHere)
    throw new ThreadMovedError(attempt.threadId, attempt.fork, checkpointIdOf(state?.config));
  const untouched = checkpointIdOf(state?.config) === attempt.fork;
  const end = endOf(context.graph, state, undefined);
  return stampedHere && !untouched && end.status === "paused" ? end : undefined;
}

async function forwarded(
  execution: AsyncGenerator<unknown, AttemptEnd>,
  config: LangGraphRunnableConfig,
): Promise<AttemptEnd> {
  for (;;) {
    const next = await execution.next();
    if (next.done === true) return next.value;
    config.writer?.(next.value);
  }
}

function stored(attempt: Attempt): NonNullable<RollbackGraphState["current"]> {
  const { config: _, ...rest } = attempt;
  return rest;
}

function attemptIn({ current }: RollbackGraphState, config: LangGraphRunnableConfig): Attempt {
  if (current === undefined)
    throw new TypeError("Expected an attempt in the rollback graph's state, got none.");
  return { ...current, config: innerConfig(config, current.threadId) };
}

function endIn(state: RollbackGraphState): EndedAttempt {
  const { error, output, current } = state;
  return { status: "ended", head: current?.head ?? "", output, ...(error === undefined ? {} : { error }) };
}

function innerConfig(config: LangGraphRunnableConfig, threadId: string): RunConfig {
  const { callbacks, signal, tags, recursionLimit } = config;
  const { checkpoint_id: _, checkpoint_ns: __, ...configurable } = ownConfigurable(config.configurable);
  return {
    ...(callbacks === undefined ? {} : { callbacks }),
    ...(signal === undefined ? {} : { signal }),
    ...(tags === undefined ? {} : { tags }),
    ...(recursionLimit === undefined ? {} : { recursionLimit }),
    streamMode: "updates",
    durability: "sync",
    configurable: { ...configurable, thread_id: threadId },
  };
}
