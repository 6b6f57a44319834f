import path from "node:path";

import { quotable } from "@langgraph-rollback/inspector/shared";

import { exportIn } from "../data/load-export.ts";
import { loadWorkers } from "../queues/load-workers.ts";
import { openingQueue } from "../queues/opening-queue.ts";
import { connectionOf, type QueueOptions } from "../queues/queue-options.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import type { ListenPlace } from "./listen-place.ts";
import { seldom } from "./seldom.ts";
import { serveHealth } from "./serve-health.ts";
import { EndedRuns } from "./work-figures.ts";
import { loadWorkedGraphs } from "./worked-graphs.ts";
import { workLine, type WorkEvent } from "./work-lines.ts";

/** Graphs to work on, and how. */
export interface WorkCommandOptions extends QueueOptions {
  readonly graphs: string;
  readonly concurrency: number;
  readonly tenantConcurrency?: number;
  readonly name?: string;
  /** Seconds. */
  readonly grace: number;
  readonly sharedFolders?: true;
  readonly health?: ListenPlace;
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * Works on the runs of a queue until it is stopped, and then ends in order.
 *
 * @throws {CommandFailedError} if the module has no graphs, the database does not answer, or the port of `--health` is taken
 * @throws {WorkersMissingError | WorkersNodeError} if the package of the workers cannot be used
 * @throws what `rollbackWorker` throws
 */
export async function runWorkCommand(
  options: WorkCommandOptions,
  output: Output,
  env: Environment,
  untilStopped: UntilStopped,
): Promise<void> {
  const { concurrency, grace, health, name, schema, sharedFolders, tenantConcurrency } = options;
  const connectionString = connectionOf(options, env);
  const folder = path.dirname(path.resolve(exportIn(options.graphs).module));
  const workers = await loadWorkers([folder, process.cwd()]);
  const { close, graphs } = await loadWorkedGraphs(options.graphs, connectionString);
  const tell = teller(options, output);
  // In an outage each hand of the worker says the same, again and again.
  const warn = seldom((message) => output.printError(`warning: ${quotable(message)}`));
  const ended = new EndedRuns();
  const place = {
    connectionString,
    ...(schema === undefined ? {} : { schema }),
    onError: ({ message }: Error) => warn(message),
  };
  try {
    const worker = await openingQueue(connectionString, () =>
      workers.rollbackWorker({
        ...place,
        graphs,
        concurrency,
        ...(tenantConcurrency === undefined ? {} : { tenantConcurrency }),
        ...(name === undefined ? {} : { name }),
        ...(sharedFolders === undefined ? {} : { folders: "shared" as const }),
        onRun: (run) => {
          ended.hear(run);
          const { kind, ...told } = run;
          tell({ event: kind, ...told });
        },
      }),
    );
    const named = Object.keys(graphs);
    const served =
      health &&
      (await serveHealth({ worker, workers, place, ended, at: health, graphs: named }).catch(
        async (error: unknown) => {
          await worker.stop({ graceSeconds: 0 });
          throw error;
        },
      ));
    // Before it is told, so that nobody can ask for the end too early.
    const stopped = untilStopped();
    tell({
      event: "ready",
      worker: worker.name,
      graphs: named,
      concurrency,
      ...(served === undefined ? {} : { health: served.url }),
    });
    await stopped;
    tell({ event: "stopping", active: worker.health().active.length, graceSeconds: grace });
    await worker.stop({ graceSeconds: grace });
    const { metrics } = worker.health();
    tell({ event: "stopped", ended: metrics.ended, givenBack: metrics.givenBack });
    await served?.close();
  } finally {
    await close();
  }
}

function teller({ json, quiet }: WorkCommandOptions, { print }: Output): (event: WorkEvent) => void {
  if (quiet === true) return () => {};
  if (json === true) return (event) => print(JSON.stringify({ at: new Date().toISOString(), ...event }));
  return (event) => print(workLine(event));
}
