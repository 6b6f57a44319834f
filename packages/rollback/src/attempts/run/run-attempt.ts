import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { isCommand } from "@langchain/langgraph";
import { stampedAttempt } from "../../steps/attempt-stamp.ts";
import { effectsToNote } from "../attempt/attempt-effects.ts";
import { recoverEffects } from "./recover-effects.ts";
import { AttemptActs } from "../../effects/attempt-acts.ts";
import { actListener } from "../../effects/intercepting/act-listener.ts";
import { withActLog, withoutActLog } from "../../effects/intercepting/act-context.ts";
import { startOf, type Attempt, type ObservedEnd } from "../attempt/attempt.ts";
import { askedEnd, endByHearing, endOf, headState, type EscapedException } from "../attempt/attempt-end.ts";
import { problemEvents, tellEvent } from "../tell/attempt-events.ts";
import { restingFacts } from "../tell/telemetry-facts.ts";
import type { AttemptFiles, RollbackProblem } from "../../history/attempt-record.ts";
import { verdictIn } from "../../watching/stop-error.ts";
import type { StateView } from "../../langgraph/compiled-graph.ts";
import { StateUnreadableError } from "../../errors/state-unreadable-error.ts";
import { NoteUnseenError } from "../../errors/note-unseen-error.ts";
import { finishedState } from "./finished-state.ts";
import { forkProblems } from "./fork-problems.ts";
import { HeardCalls } from "./heard-calls.ts";
import { holdingOf } from "./holding-of.ts";
import { keepingFiles } from "./keep-files.ts";
import { noteListener } from "./note-listener.ts";
import { recordingAnswers } from "./record-answers.ts";
import { attemptConfig, runGraph, stampOf } from "./run-graph.ts";
import { problemOf } from "../../history/left-alone.ts";
import { isNewInput } from "../../langgraph/is-new-input.ts";
import { entered } from "../../langgraph/isolate.ts";
import { keepProblems } from "../attempt/keep-problems.ts";
import { isOf, newestOfAttempt } from "../../reading/newest-of-attempt.ts";
import { outlinesOf } from "../../recording/graph-or-checkpointer.ts";
import { AnswerWatch } from "../../recording/answer-watch.ts";
import { ForkPin } from "../../recording/fork-pin.ts";
import { LeftState } from "../../recording/left-state.ts";
import { patiently } from "../../recording/patiently.ts";
import { keepPause, waitAt } from "../attempt/pause.ts";
import { watching, type Watched } from "./watch-run.ts";
import { askedInVain, takingRequests } from "./taking-requests.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { inTelemetry, tellTelemetry } from "../../setup/telemetry.ts";
import { checkpointConfig, checkpointIdOf } from "../../langgraph/thread.ts";
import type { HeardRun } from "../../streams/hear-run.ts";
import { getTupleTolerantly } from "../../recording/tolerant-reads.ts";

/** Result of running an attempt: the exception that escaped, if one did, and what went otherwise than planned. */
interface Ran {
  readonly failure: EscapedException | undefined;
  readonly problems: readonly RollbackProblem[];
}

/** @internal Executes one attempt and passes on the chunks that the graph streams. */
export const runAttempt = (
  context: RollbackContext,
  attempt: Attempt,
): AsyncGenerator<unknown, ObservedEnd> => inTelemetry(context, () => running(context, attempt));

async function* running(context: RollbackContext, attempt: Attempt): AsyncGenerator<unknown, ObservedEnd> {
  const { start } = attempt;
  const calls = attempt.note === undefined ? undefined : new HeardCalls();
  const requests = takingRequests(context, attempt);
  let executed: Executed;
  try {
    executed =
      start.kind === "fork" && start.waits
        ? { end: yield* waitAt(context, attempt, start.checkpoint), state: undefined }
        : yield* execution(context, attempt, calls);
  } finally {
    requests.close();
  }
  const { state } = executed;
  // An interrupt of a request that was answered stays in the checkpoint while a human's question beside it waits.
  const end = requests.askedBy === undefined ? executed.end : askedEnd(executed.end);
  const unkept = end.kind === "paused" ? await keepPause(context, attempt, end, state) : [];
  if (end.kind === "paused")
    await tellTelemetry(context, (telemetry) => telemetry.paused(restingFacts(context, attempt, end.head)));
  const told = calls === undefined ? end : withCalls(attempt, end, calls);
  const unseen = [...unseenNote(attempt, told), ...askedInVain(attempt, requests)];
  await keepProblems(context, attempt, unseen);
  const problems = [...(end.problems ?? []), ...unkept, ...unseen];
  for (const event of problemEvents(attempt, problems)) yield* tellEvent(context, attempt, event);
  return { ...told, problems };
}

/** The end of an attempt that was told a note, with what was heard of its model calls. */
function withCalls({ start }: Attempt, end: ObservedEnd, calls: HeardCalls): ObservedEnd {
  if (end.kind === "paused" || end.kind === "refused") return end;
  return { ...end, calls: calls.found(start.kind === "fork" && start.isNew === true) };
}

function unseenNote({ number }: Attempt, end: ObservedEnd): readonly RollbackProblem[] {
  if (end.kind === "paused" || end.kind === "refused" || end.calls?.note !== "unseen") return [];
  return [problemOf(new NoteUnseenError(number, end.calls.calls, end.calls.withNote))];
}

/** An end, and the state that it left if that could be read. */
interface Executed {
  readonly end: ObservedEnd;
  readonly state?: StateView | undefined;
}

async function* execution(
  context: RollbackContext,
  attempt: Attempt,
  calls: HeardCalls | undefined,
): AsyncGenerator<unknown, Executed> {
  const { noteIds: ids = [], noteTexts: texts = [] } = attempt;
  const noted = calls === undefined ? [] : [noteListener(calls, { ids, texts })];
  const run = (heard: readonly BaseCallbackHandler[]): AsyncGenerator<unknown, Watched<Executed>> =>
    watching(context, attempt, (watched, watches) =>
      executionWithEffects(context, watched, [...noted, ...watches, ...heard]),
    );
  const {
    ran: { ran: recorded, problems },
    files,
    problems: unstored,
  } = yield* keepingFiles(context, attempt, () => recordingAnswers(context, attempt, run));
  await keepProblems(context, attempt, recorded.problems);
  const told = withProblems(recorded.ran, [...problems, ...unstored, ...recorded.problems]);
  return withFiles(withWatch(told, recorded), files);
}

function withWatch(executed: Executed, { last, watch }: Pick<Watched<Executed>, "last" | "watch">): Executed {
  const { end } = executed;
  if (watch === undefined || end.kind === "refused") return executed;
  if (end.kind === "paused" || end.kind === "unknown") return { ...executed, end: { ...end, watch } };
  const error = end.kind === "threw" ? end.error : undefined;
  const early = error === undefined ? last : verdictIn(error);
  return { ...executed, end: { ...end, watch, ...(early === undefined ? {} : { early }) } };
}

function withFiles(executed: Executed, files: AttemptFiles | undefined): Executed {
  const { end } = executed;
  if (files === undefined || end.kind === "paused" || end.kind === "refused") return executed;
  return { ...executed, end: { ...end, files } };
}

async function* executionWithEffects(
  context: RollbackContext,
  attempt: Attempt,
  listeners: readonly BaseCallbackHandler[],
): AsyncGenerator<unknown, Executed> {
  const { effects, problems } = await effectsToNote(context, attempt);
  // The effects of a graph with rollback inside of another are not that one's to undo.
  if (effects === undefined)
    return withProblems(
      yield* entered(withoutActLog, () => executionOn(context, attempt, listeners)),
      problems,
    );
  try {
    // In observe mode nothing is undone, and a task runs again as in the bare graph. A settled attempt runs nothing.
    if (context.options.mode !== "observe" && attempt.start.kind !== "settled")
      await recoverEffects(context, attempt, effects);
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { end: { kind: "refused", error, problems: [problemOf(error)] } };
  }
  const acts = new AttemptActs(effects, attempt.number, holdingOf(context, attempt.config));
  const opening = (namespace: string): Promise<void> => acts.graphOpened(namespace);
  const unhear = context.saver.watch(attempt.threadId, stampOf(attempt), { opening });
  try {
    const executed = yield* entered(
      (work) => withActLog(acts, work),
      () => executionOn(context, attempt, [...listeners, actListener(acts, attempt.config.signal)]),
    );
    const unnoted = effects.problems.splice(0).map(problemOf);
    await keepProblems(context, attempt, unnoted);
    return withProblems(executed, unnoted);
  } finally {
    unhear();
    acts.close();
    await effects.noteCutOff();
  }
}

function withProblems(executed: Executed, problems: readonly RollbackProblem[]): Executed {
  const { end } = executed;
  return { ...executed, end: { ...end, problems: [...(end.problems ?? []), ...problems] } };
}

/**
 * @internal Executes an attempt, and keeps nothing of it but what the graph stores.
 *
 * @param listeners hear what the attempt asks of models, and what it does outside of the graph
 */
export async function* executionOn(
  context: RollbackContext,
  attempt: Attempt,
  listeners: readonly BaseCallbackHandler[],
): AsyncGenerator<unknown, Executed> {
  const { call, threadId } = attempt;
  const isFromCall = attempt.start.kind === "call";
  const goesOn = !isNewInput(call);
  const start = goesOn && isFromCall ? await headId(context, threadId) : undefined;
  const heard: HeardRun = {};
  const [answers, left] = [new AnswerWatch(), new LeftState()];
  const unwatch = context.saver.watch(threadId, stampOf(attempt), { answers, left });
  let ran: Ran;
  try {
    ran = yield* runFromFork(context, attempt, heard, listeners);
  } finally {
    unwatch();
  }
  const { failure, problems } = ran;
  // A call with a Command that stores nothing is one that LangGraph refuses as it is, unless its first task was kept from running.
  const isStopped = verdictIn(failure?.error) !== undefined;
  const isDenied = goesOn && (isFromCall || isCommand(call)) && !answers.hasWritten && !isStopped;
  if (failure !== undefined && (isDenied || answers.hasRefused(failure.error)))
    return { end: { kind: "refused", error: failure.error, problems } };
  let state: StateView | undefined;
  try {
    state =
      (ran.failure === undefined && heard.latest !== undefined
        ? await finishedState(context, left.checkpoint)
        : undefined) ?? (await patiently(() => ownState(context, attempt, start)));
  } catch (error) {
    return { end: await unreadEnd(context, attempt, ran, heard, error) };
  }
  // Without a checkpoint of its own, and without an error in the checkpoint that it started from, the graph has refused the call.
  const begun =
    stampedAttempt(state?.metadata)?.run === attempt.run ||
    (goesOn && state?.tasks.some(({ error }) => error !== undefined) === true);
  if (failure !== undefined && !begun) return { end: { kind: "refused", error: failure.error, problems } };
  return { end: { ...endOf(context.graph, state, failure, heard), problems }, state };
}

/** Id of a thread's newest checkpoint; `undefined` if it has none, or if the checkpointer does not say. */
async function headId({ saver }: RollbackContext, threadId: string): Promise<string | undefined> {
  try {
    const head = await patiently(() => getTupleTolerantly(outlinesOf({ saver }), checkpointConfig(threadId)));
    return head?.checkpoint.id;
  } catch {
    return undefined;
  }
}

/** The end of an attempt whose state the checkpointer does not give back. */
async function unreadEnd(
  context: RollbackContext,
  attempt: Attempt,
  { failure, problems }: Ran,
  heard: HeardRun,
  cause: unknown,
): Promise<ObservedEnd> {
  const { threadId } = attempt;
  const head = context.saver.recordedHead(threadId, "") ?? startOf(attempt);
  // Not even the call's input was stored.
  if (head === undefined && failure !== undefined) return { kind: "refused", error: failure.error, problems };
  const problem = problemOf(new StateUnreadableError(threadId, { cause }));
  await keepProblems(context, attempt, [problem]);
  return { ...endByHearing(heard, head ?? "", failure, problem), problems: [...problems, problem] };
}

/** Runs the graph with the attempt's fork pinned, if it has one, and says in what that went otherwise than planned. */
async function* runFromFork(
  context: RollbackContext,
  attempt: Attempt,
  heard: HeardRun,
  listeners: readonly BaseCallbackHandler[],
): AsyncGenerator<unknown, Ran> {
  const { threadId, start } = attempt;
  const config = attemptConfig(context, attempt);
  const run = runGraph(context.graph, attempt.call, config, heard, { attempt, listeners });
  if (start.kind === "call") return { failure: yield* run, problems: [] };
  const { checkpoint } = start;
  const kept = start.kind === "fork" ? start.kept : undefined;
  const pin = new ForkPin(checkpoint, kept);
  const unpin = context.saver.watch(threadId, stampOf(attempt), { pin });
  try {
    return { failure: yield* run, problems: await forkProblems(context, attempt, checkpoint, pin) };
  } finally {
    unpin();
  }
}

/**
 * The state in which an attempt ended: the thread's newest one, unless another run has moved the thread's head since.
 *
 * @param start the head that the attempt started from; it stays the head if the first superstep throws
 */
async function ownState(
  context: RollbackContext,
  attempt: Attempt,
  start: string | undefined,
): Promise<StateView | undefined> {
  const { graph, saver } = context;
  const { threadId } = attempt;
  const state = await headState(graph, threadId);
  const head = checkpointIdOf(state?.config);
  if (head === undefined || head === start || isOf(stampOf(attempt), state?.metadata)) return state;
  const own = await newestOfAttempt(saver, threadId, stampOf(attempt));
  return own === undefined ? state : graph.getState(checkpointConfig(threadId, own));
}
