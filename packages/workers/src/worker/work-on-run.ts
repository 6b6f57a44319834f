import { isMachineFailure, lastRunOf, nextCall, retryOfQueue, standingOf } from "langgraph-rollback/queues";
import { RollbackExhaustedError } from "langgraph-rollback";

import type { QueueStatus, RunError, RunRow, RunSummary } from "../storage/run-row.ts";
import type { Claim, RunEnd, Runs } from "../storage/runs.ts";
import type { Chunks } from "../storage/chunks.ts";
import { pack, unpack } from "../values/packed.ts";
import type { WorkedGraph } from "./graph-under-work.ts";
import { keptStream } from "./kept-stream.ts";
import { whyStopped } from "./why-stopped.ts";

/** @internal Outcome for a job after its run was worked on: "over" and "waits" settle it, "again" gives it to another worker. */
export type Worked = "over" | "waits" | "again";

/** @internal A run's graph, and the worker's means to work on it. */
export interface Bench {
  readonly graph: WorkedGraph;
  readonly runs: Runs;
  readonly chunks: Chunks;
  readonly signal: AbortSignal;
  readonly isWatched: () => boolean;
  readonly onError: (error: unknown) => void;
  /** How often the machinery may fail before the run ends by it. */
  readonly maxSetbacks: number;
}

/**
 * @internal Works on a run that is claimed, from wherever it stands to its end or its next question. Whatever happens is written down; nothing is thrown but
 * what the queue's own database throws.
 */
export async function workOnRun(row: RunRow, bench: Bench): Promise<Worked> {
  const claim: Claim = row;
  const { runs, signal } = bench;
  if (row.crashes >= row.options.maxCrashes)
    return ended(bench, claim, { status: "crashed", error: crashed(row) });
  if (row.cancelled_at !== null) return ended(bench, claim, { status: "cancelled", error: cancelled(row) });
  let isAgents = false;
  try {
    const call = await callFor(row, bench);
    if (typeof call === "string") return call;
    isAgents = true;
    const output = await call();
    isAgents = false;
    return await settledAfter(row, bench, output);
  } catch (error) {
    const why = whyStopped(signal);
    if (why === "cancelled")
      return ended(bench, claim, { status: "cancelled", error: cancelled((await runs.read(row.id)) ?? row) });
    if (why === "handed-over") {
      await runs.giveBack(
        claim,
        problemNow("HANDED_OVER", "Its worker was told to end; another one goes on with the run."),
        false,
      );
      return "again";
    }
    if (why === "overtaken") return overtaken(bench, claim);
    if (row.answer !== null && isUnusable(error, isAgents)) return unanswered(row, bench, error);
    if (isAgents && (isRefusedRetry(row, error) || !isMachineFailure(bench.graph, error)))
      return ended(bench, claim, await failureOf(row, bench, error));
    if (row.setbacks >= bench.maxSetbacks)
      return ended(bench, claim, { status: "failed", error: asRunError(error) });
    const { code, message } = asRunError(error);
    await runs.giveBack(claim, problemNow(code ?? "UNEXPECTED", message), true);
    return "again";
  }
}

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), "code");

/** Whether an answer is one that the question does not take, or of a person whose name cannot be stored. */
const isUnusable = (error: unknown, isAgents: boolean): boolean =>
  codeOf(error) === "ANSWER_FORMAT" || (!isAgents && codeOf(error) === "INVALID_OPTION");

/** Whether a person's retry is refused as its thread has changed: another try would find the same. */
const isRefusedRetry = ({ options }: RunRow, error: unknown): boolean =>
  options.retry !== undefined && codeOf(error) === "THREAD_MOVED";

/** Lets a run wait again whose answer cannot be used, with the reason. */
async function unanswered(row: RunRow, bench: Bench, error: unknown): Promise<Worked> {
  const { code = "ANSWER_FORMAT", message } = asRunError(error);
  await bench.runs.note(row.id, problemNow(code, `The answer was not given. ${message}`));
  return settledAfter(row, bench, undefined);
}

/** The run in the history that the queue's run is about: its own, or the one that it retries. */
async function namedRun({ id, options, thread }: RunRow, graph: WorkedGraph): Promise<string> {
  return options.retry === undefined ? id : ((await lastRunOf(graph, thread)) ?? id);
}

/** The call that the run needs; what became of it where it needs none. */
async function callFor(row: RunRow, bench: Bench): Promise<Worked | (() => Promise<unknown>)> {
  const { graph, runs, signal } = bench;
  const claim: Claim = row;
  const { retry: request } = row.options;
  if (request !== undefined && row.answer === null)
    return () => retryOfQueue(graph, { threadId: row.thread, request, signal });
  const answer =
    row.answer === null
      ? {}
      : {
          answer: {
            value: await unpack(row.answer),
            ...(row.answer_mark === null ? {} : { mark: row.answer_mark }),
            ...(row.answer_signed === null ? {} : { signed: row.answer_signed }),
          },
        };
  const next = await nextCall(graph, {
    run: await namedRun(row, graph),
    threadId: row.thread,
    input: await unpack(row.input),
    isNew: row.starts === 1,
    ...(row.options.trace === undefined ? {} : { trace: row.options.trace }),
    ...answer,
  });
  if (next.kind === "ended") {
    const { attempt, outcome, reason } = next.record;
    const error = outcome?.error === undefined ? undefined : asRunError(outcome.error);
    const summary = { attempts: attempt, reason };
    return ended(bench, claim, { status: "failed", ...(error && { error }), summary });
  }
  if (row.answer !== null && row.answer_mark === null && !(await runs.markAnswer(claim, next.mark)))
    return overtaken(bench, claim);
  if (next.isOutdated === true)
    await runs.note(
      row.id,
      problemNow(
        "ANSWER_OUTDATED",
        `The answer of ${row.answer_signed?.by ?? "a person"} was not given: the thread has changed since it was looked at. Look at it again.`,
      ),
    );
  return () => called(row, bench, next.input, next.config);
}

/** Writes down how the run stands after its call has returned. */
async function settledAfter(row: RunRow, bench: Bench, output: unknown): Promise<Worked> {
  const { graph, runs } = bench;
  const claim: Claim = row;
  const { history, questions, waits } = await standingOf(graph, {
    run: await namedRun(row, graph),
    threadId: row.thread,
  });
  if (waits)
    return (await runs.wait(claim, await pack(questions), row.options.answerWithinSeconds))
      ? "waits"
      : overtaken(bench, claim);
  const summary: RunSummary | undefined = history && {
    attempts: history.attempts.length,
    reason: history.reason,
  };
  const stands = history?.status ?? "running";
  const isOver = stands !== "running" && stands !== "interrupted";
  // The verdict could not be stored, as when the worker was stopped and its lease was lost: the next call asks for it again.
  if (!isOver && row.setbacks < bench.maxSetbacks) {
    await runs.giveBack(
      claim,
      problemNow("VERDICT_NOT_STORED", "The run came to its end, and its verdict is not in its history."),
      true,
    );
    return "again";
  }
  const status: QueueStatus = isOver ? stands : "unjudged";
  return ended(bench, claim, { status, output: await pack(output), ...(summary && { summary }) });
}

async function called(row: RunRow, bench: Bench, input: unknown, config: object): Promise<unknown> {
  const { graph, chunks, signal, isWatched, onError } = bench;
  const modes = row.options.streamMode ?? [];
  if (modes.length === 0) return graph.invoke(input, { ...config, signal });
  const streamMode = [...new Set([...modes, "values"])];
  const stream = await graph.stream(input, { ...config, signal, streamMode });
  return keptStream(stream, modes, chunks, { run: row.id, start: row.starts, isWatched, onError });
}

/** The end of a run whose graph has thrown. */
async function failureOf(row: RunRow, { graph }: Bench, error: unknown): Promise<RunEnd> {
  const { history } = await standingOf(graph, { run: await namedRun(row, graph), threadId: row.thread });
  const summary = history && { attempts: history.attempts.length, reason: history.reason };
  const told = { error: asRunError(error), ...(summary && { summary }) };
  return error instanceof RollbackExhaustedError
    ? { status: "gave-up", output: await pack(error.output), ...told }
    : { status: "failed", ...told };
}

async function ended({ runs }: Bench, claim: Claim, end: RunEnd): Promise<Worked> {
  if (await runs.end(claim, end)) return "over";
  return tellOvertaken(runs, claim);
}

const overtaken = ({ runs }: Bench, claim: Claim): Promise<Worked> => tellOvertaken(runs, claim);

/** Tells that another worker has the run: nothing of this one counts any more. */
async function tellOvertaken(runs: Runs, { id, starts }: Claim): Promise<Worked> {
  await runs.note(
    id,
    problemNow(
      "WORKER_OVERTAKEN",
      `The worker of start ${starts} came back after another one had taken the run over. Nothing that it brought was taken.`,
    ),
  );
  return "again";
}

const problemNow = (code: string, message: string) => ({ at: new Date().toISOString(), code, message });

const crashed = ({ crashes }: RunRow): RunError => ({
  name: "RunCrashedError",
  code: "RUN_CRASHED",
  message: `The run's worker stopped answering ${crashes} times while it had the run, as often as \`maxCrashes\` allows. Look into the workers' logs for what ends them.`,
});

function cancelled({ actions, cancel_reason: reason }: RunRow): RunError {
  const last = actions.at(-1);
  const who = last?.action === "cancel" ? ` by ${last.by}` : "";
  const why = reason === null || reason === "" ? "." : `: ${reason}`;
  return { name: "RunCancelledError", code: "RUN_CANCELLED", message: `The run was cancelled${who}${why}` };
}

/** An exception as data: no stack, and no fields that may hold secrets. */
function asRunError(error: unknown): RunError {
  if (typeof error !== "object" || error === null) return { name: "Error", message: String(error) };
  const { name, message, code }: { name?: unknown; message?: unknown; code?: unknown } = error;
  return {
    name: typeof name === "string" ? name : "Error",
    message: typeof message === "string" ? message : "It has no message.",
    ...(typeof code === "string" ? { code } : {}),
  };
}
