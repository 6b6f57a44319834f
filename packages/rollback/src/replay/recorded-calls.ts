import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { ToolAnswer } from "../answers/answer-gate.ts";
import { readAnswers } from "../answers/read-answers.ts";
import type { ModelAnswer, RecordedModelCall } from "../answers/recorded-answer.ts";
import { checkpointTuple } from "../langgraph/thread.ts";
import { type StampedAttempt, stampedAttempt } from "../steps/attempt-stamp.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { RecordedEnd, RecordedResult } from "./recorded-results.ts";

/** @internal The calls of a run that were recorded as they took place. */
export interface RecordedCalls {
  readonly models: readonly RecordedResult<ModelAnswer>[];
  readonly tools: readonly RecordedResult<ToolAnswer>[];
}

/** @internal The attempt that a run is; `undefined` where it ran without rollback. */
export async function attemptOf(
  saver: BaseCheckpointSaver,
  { record, trajectory: { threadId, head } }: RecordedRun,
): Promise<StampedAttempt | undefined> {
  return record ?? stampedAttempt({ ...(await checkpointTuple(saver, threadId, head)).metadata });
}

/** @internal Reads the recorded calls of the attempt that a run is, and of the steps that it kept from earlier attempts. */
export async function readCalls(saver: BaseCheckpointSaver, run: RecordedRun): Promise<RecordedCalls> {
  const { threadId, steps } = run.trajectory;
  const stamp = await attemptOf(saver, run);
  if (stamp === undefined) return { models: [], tools: [] };
  const stepOf = new Map(steps.map(({ origin, index }) => [origin.taskId, index]));
  const models: RecordedResult<ModelAnswer>[] = [];
  const tools: RecordedResult<ToolAnswer>[] = [];
  for (const call of (await readAnswers(saver, threadId, stamp.run)).answers) {
    const step = stepOf.get(call.task.taskId);
    // A task that a step runs inside of it is no step of its own.
    if (step === undefined && call.attempt !== stamp.attempt) continue;
    const at = { kind: call.kind, name: call.name, key: call.key, step: step ?? -1 };
    const failed = failureIn(call);
    if (failed !== undefined) (call.kind === "model" ? models : tools).push({ ...at, end: failed });
    else if (call.end !== "answered") continue;
    else if (call.kind === "model") models.push({ ...at, end: { outcome: "done", value: call.answer } });
    else tools.push({ ...at, end: { outcome: "done", value: { answer: call.answer } } });
  }
  return { models, tools };
}

function failureIn(
  call: Pick<RecordedModelCall, "end"> & { readonly error?: unknown },
): RecordedEnd<never> | undefined {
  return call.end === "failed" ? { outcome: "failed", error: call.error } : undefined;
}
