import { v7 as newId } from "uuid";

import { InvalidQueueOptionError } from "../errors/invalid-queue-option-error.ts";
import type { RunSettings } from "../storage/run-row.ts";
import type { NewRun } from "../storage/runs.ts";
import { pack } from "../values/packed.ts";
import { checkSignature } from "./check-signature.ts";
import type { EnqueueOptions, RetryOptions } from "./enqueue-options.ts";

const DAY = 24 * 60 * 60;

/** @internal Settings of a run whose caller names none. */
export const DEFAULTS: RunSettings = { answerWithinSeconds: 7 * DAY, maxCrashes: 3 };

/**
 * @internal A run as it is put into the queue.
 * @param trace the span that it is enqueued in, as a `traceparent`
 * @throws {InvalidQueueOptionError} if an option cannot be used
 */
export async function newRun(
  graph: string,
  input: unknown,
  given: EnqueueOptions,
  trace?: string,
): Promise<NewRun> {
  const { threadId, tenant = "", priority = 0, startAfter, streamMode } = given;
  const { answerWithinSeconds, maxCrashes } = { ...DEFAULTS, ...given };
  if (typeof threadId !== "string" || threadId === "")
    throw new InvalidQueueOptionError("threadId", "the id of a thread", threadId);
  if (!Number.isSafeInteger(priority))
    throw new InvalidQueueOptionError("priority", "a whole number", priority);
  if (!(answerWithinSeconds > 0) || answerWithinSeconds > 3650 * DAY)
    throw new InvalidQueueOptionError(
      "answerWithinSeconds",
      "above 0 and at most ten years",
      answerWithinSeconds,
    );
  if (!Number.isSafeInteger(maxCrashes) || maxCrashes < 1)
    throw new InvalidQueueOptionError("maxCrashes", "a whole number above 0", maxCrashes);
  return {
    // Ids of one process rise: runs that are enqueued in one transaction are told apart by nothing else.
    id: newId(),
    graph,
    thread: threadId,
    tenant,
    priority,
    input: await pack(input),
    options: {
      answerWithinSeconds,
      maxCrashes,
      ...(streamMode === undefined ? {} : { streamMode: [...streamMode] }),
      ...(trace === undefined ? {} : { trace }),
    },
    startAfter,
  };
}

/**
 * @internal A run that retries the last one of its thread. Only one of the same request can be carried out.
 * @throws {InvalidQueueOptionError} if an option cannot be used
 */
export async function newRetry(graph: string, given: RetryOptions, trace?: string): Promise<NewRun> {
  const { by, expected, mayStand, note, step, why, ...options } = given;
  checkSignature(given);
  if (!Number.isSafeInteger(step) || step < 0)
    throw new InvalidQueueOptionError("step", "the index of a step", step);
  const run = await newRun(graph, null, options, trace);
  const person = { by, ...(why === undefined ? {} : { why }) };
  const retry = {
    ...person,
    expected,
    step,
    ...(note === undefined ? {} : { note }),
    ...(mayStand === undefined ? {} : { mayStand }),
  };
  return {
    ...run,
    options: { ...run.options, retry },
    action: { at: new Date().toISOString(), action: "retry", ...person },
  };
}
