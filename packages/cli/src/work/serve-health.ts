import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { sentence } from "@langgraph-rollback/attribution/trajectory";
import type { QueueOverview, RollbackWorker } from "@langgraph-rollback/workers";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { WorkersPackage } from "../queues/load-workers.ts";
import type { ListenPlace } from "./listen-place.ts";
import { METRICS_TYPE, metricsText } from "./metrics-text.ts";
import { type EndedRuns, queueFigures, workerFigures } from "./work-figures.ts";

/** A worker whose health is served, and where. */
export interface ServedWorker {
  readonly worker: RollbackWorker;
  readonly workers: Pick<WorkersPackage, "rollbackQueue">;
  /** Place of the queue. */
  readonly place: Parameters<WorkersPackage["rollbackQueue"]>[0];
  readonly graphs: readonly string[];
  /** Hears of the worker's runs. */
  readonly ended: EndedRuns;
  readonly at: ListenPlace;
}

/** Milliseconds after which a worker is not well whose database has not answered. It asks every two seconds. */
const UNHEARD = 60_000;
/** Milliseconds for which the queue's figures are kept: several may ask, and each count reads the table. */
const FRESH = 10_000;

/**
 * Serves `GET /health`, for an orchestrator, and `GET /metrics`, for Prometheus. Neither tells anything of what is in a run.
 *
 * @throws {CommandFailedError} if the port is taken or the host is none of this machine's
 */
export async function serveHealth({
  at,
  ended,
  graphs,
  place,
  worker,
  workers,
}: ServedWorker): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const queue = await workers.rollbackQueue({ ...place, maxConnections: 2 });
  const overview = keptFor(FRESH, () => queue.overview());
  const answerTo = async (method: string, url: string): Promise<Answer> => {
    if (method !== "GET" && method !== "HEAD") return json(405, { error: "Only GET is answered." });
    const [path] = url.split("?", 1);
    if (path === "/health") return healthOf(worker, graphs);
    if (path !== "/metrics") return json(404, { error: "There are /health and /metrics." });
    const figures = [...workerFigures(worker, ended), ...queueFigures(await overview())];
    return { status: 200, type: METRICS_TYPE, body: metricsText(figures) };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "" } = request;
    const { body, status, type } = await answerTo(method, url);
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
    response.end(method === "HEAD" ? undefined : body);
  };
  const server = createServer((request, response) => void respond(request, response));
  try {
    const port = await listening(server, at);
    return {
      url: `http://${hostIn(at.host ?? "localhost")}:${port}`,
      close: async () => {
        server.close();
        server.closeAllConnections();
        await queue.close();
      },
    };
  } catch (error) {
    await queue.close();
    throw error;
  }
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, value: unknown): Answer => ({
  status,
  type: "application/json",
  body: `${JSON.stringify(value)}\n`,
});

/** A worker is well while it takes runs and its database answers. */
function healthOf(worker: RollbackWorker, graphs: readonly string[]): Answer {
  const { active, heardAt, name, state } = worker.health();
  const isHeard = Date.now() - heardAt.getTime() < UNHEARD;
  const status = state === "working" && !isHeard ? "unheard" : state;
  return json(status === "working" ? 200 : 503, {
    status,
    worker: name,
    graphs,
    active: active.length,
    heardAt: heardAt.toISOString(),
  });
}

/** Asks again after some time, and at once if the answer failed. */
function keptFor(
  milliseconds: number,
  ask: () => Promise<QueueOverview>,
): () => Promise<QueueOverview | undefined> {
  let [kept, askedAt]: [Promise<QueueOverview | undefined>, number] = [Promise.resolve(undefined), -Infinity];
  return () => {
    if (performance.now() - askedAt > milliseconds) {
      askedAt = performance.now();
      kept = ask().catch(() => {
        askedAt = -Infinity;
        return undefined;
      });
    }
    return kept;
  };
}

async function listening(server: Server, { host, port }: ListenPlace): Promise<number> {
  try {
    server.listen({ port, ...(host === undefined ? {} : { host }) });
    await once(server, "listening");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandFailedError(
      `Could not serve \`--health\` on ${host ?? "any address"}, port ${port}: ${sentence(reason)} Give another port, or 0 for any that is free.`,
      { cause },
    );
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

const hostIn = (host: string): string => (host.includes(":") ? `[${host}]` : host);
