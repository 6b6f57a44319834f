import { existsSync, readFileSync } from "node:fs";

import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { QueuedRunState, RollbackQueue } from "@langgraph-rollback/workers";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { loadWorkers } from "../queues/load-workers.ts";
import { openingQueue } from "../queues/opening-queue.ts";
import { connectionOf, type QueueOptions } from "../queues/queue-options.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { eventLine, stateText } from "./event-lines.ts";

/** A run to put into a queue. */
export interface EnqueueCommandOptions extends QueueOptions {
  readonly graph: string;
  readonly thread: string;
  /** JSON, or a file of it. */
  readonly input: string;
  readonly tenant?: string;
  readonly watch?: true;
  readonly json?: true;
}

/** Ends of runs that are no failure of the command. */
const FINE: ReadonlySet<string> = new Set(["succeeded", "recovered", "unjudged", "waiting"]);

/**
 * Puts a run into a queue, waits until it ends or asks somebody, and prints that.
 *
 * @throws {UsageError} if the input is no JSON
 * @throws {CommandFailedError} if the database does not answer, or the run ended otherwise than well
 * @throws {WorkersMissingError | WorkersNodeError} if the package of the queue cannot be used
 * @throws what `rollbackQueue` throws
 */
export async function runEnqueueCommand(
  options: EnqueueCommandOptions,
  output: Output,
  env: Environment,
): Promise<void> {
  const connectionString = connectionOf(options, env);
  const input = inputOf(options.input);
  const { rollbackQueue } = await loadWorkers([process.cwd()]);
  const { schema } = options;
  const queue = await openingQueue(connectionString, () =>
    rollbackQueue({
      connectionString,
      maxConnections: 2,
      ...(schema === undefined ? {} : { schema }),
      onError: ({ message }) => output.printError(`warning: ${printable(message)}`),
    }),
  );
  try {
    const run = await followed(queue, { ...options, input }, output);
    if (options.json !== true) output.print(stateText(run));
    else if (options.watch !== true) output.print(JSON.stringify(run, undefined, 2));
    if (!FINE.has(run.status)) throw new CommandFailedError(`The run ended as "${run.status}".`);
  } finally {
    await queue.close();
  }
}

async function followed(
  queue: RollbackQueue,
  {
    graph,
    input,
    json,
    tenant,
    thread,
    watch,
  }: Omit<EnqueueCommandOptions, "input"> & { readonly input: unknown },
  { print }: Output,
): Promise<QueuedRunState> {
  const { runId } = await queue.enqueue(graph, input, {
    threadId: thread,
    ...(tenant === undefined ? {} : { tenant }),
    ...(watch === undefined ? {} : { streamMode: ["updates"] }),
  });
  for await (const event of queue.watch(runId)) {
    const isLast = event.type === "status" && !GOES_ON.has(event.status);
    if (watch === true && json === true) print(JSON.stringify(event));
    else if (watch === true && !isLast) print(eventLine(event));
    if (isLast) return event.run;
  }
  return queue.get(runId);
}

const GOES_ON: ReadonlySet<string> = new Set(["queued", "running"]);

/** A file may be a copy of the standard input. */
function inputOf(text: string): unknown {
  const isFile = existsSync(text);
  try {
    return JSON.parse(isFile ? readFileSync(text, "utf8") : text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Expected \`--input\` to be JSON${isFile ? ` in ${printable(text)}` : ", or a file of it"}: ${sentence(printable(reason))}`,
    );
  }
}
