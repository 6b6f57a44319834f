import { execFile, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";

import { replySchema, type Job, type Reply } from "../../fixtures/kill-messages.ts";
import { server } from "../../fixtures/postgres-server.ts";
import { openGate, type Statement, type StatementGate, type Watch } from "./statement-gate.ts";

/** A process that does one job after another, until it is killed. */
export interface Worker {
  /** @returns nothing if the process died before it had an answer */
  readonly work: (job: Omit<Job, "id">) => Promise<Reply | undefined>;
  readonly isAlive: () => boolean;
  readonly kill: () => void;
  /** Looks at its statements from now on. */
  watch: Watch;
}

/** Processes that wait for their first job: to start one takes longer than to be killed. */
export interface Workers {
  readonly next: () => Promise<Worker>;
  /** Resolves once no statement of a dead process is on its way any more. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * @param program of a worker, from `bundleWorker`
 * @param args of the program, after the port of its way to Postgres
 * @param spares number of processes that are kept waiting
 */
export function startWorkers(program: string, args: readonly string[], spares: number): Workers {
  const processes: ChildProcess[] = [];
  const gates = new Set<StatementGate>();
  const start = async (): Promise<Worker> => {
    let child: ChildProcess | undefined;
    const worker: Worker = {
      watch: () => undefined,
      isAlive: () => child !== undefined && isAlive(child),
      kill: () => child?.kill("SIGKILL"),
      work: async (job) => (child === undefined ? undefined : await answer(child, job)),
    };
    const gate = await openGate(server, {
      watch: (statement: Statement) => worker.watch(statement),
      kill: worker.kill,
      storedBy,
    });
    gates.add(gate);
    child = fork(program, [String(gate.port), ...args]);
    processes.push(child);
    await Promise.race([once(child, "message"), once(child, "exit")]);
    if (!isAlive(child)) throw new Error(`A worker did not start: ${child.exitCode ?? child.signalCode}.`);
    return worker;
  };
  const waiting: Promise<Worker>[] = [];
  const fill = (): void => {
    while (waiting.length < spares) {
      const spare = start();
      // Told to whoever takes it.
      spare.catch(() => {});
      waiting.push(spare);
    }
  };
  fill();
  return {
    next: async () => {
      const first = waiting.shift() ?? start();
      fill();
      return await first;
    },
    quiet: async () => {
      await Promise.all([...gates].map((gate) => gate.quiet()));
    },
    close: async () => {
      await Promise.allSettled(waiting);
      for (const child of processes.filter(isAlive)) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await Promise.all([...gates].map((gate) => gate.close()));
    },
  };
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** @returns the worker's program in one file */
export async function bundleWorker(folder: string): Promise<string> {
  const fixtures = join(import.meta.dirname, "../../fixtures");
  const program = join(folder, "kill-worker.mjs");
  const args = [join(fixtures, "bundle.mjs"), join(fixtures, "kill-worker.ts"), program];
  await promisify(execFile)(process.execPath, args);
  return program;
}

let jobs = 0;

async function answer(child: ChildProcess, job: Omit<Job, "id">): Promise<Reply | undefined> {
  const id = (jobs += 1);
  return await new Promise((resolve) => {
    const done = (reply?: Reply): void => {
      child.off("message", onMessage).off("exit", onExit);
      resolve(reply);
    };
    const onMessage = (message: unknown): void => {
      const reply = replySchema.parse(message);
      if (reply.id === id) done(reply);
    };
    const onExit = (): void => done();
    child.on("message", onMessage).on("exit", onExit);
    if (!isAlive(child)) return done();
    child.send({ id, ...job }, () => {
      // A process that is gone says so by its exit.
    });
  });
}

/** What a statement's message stores: a checkpoint by its source, a record of the history, or a task's writes. */
function storedBy(sql: string, message: Buffer): string | undefined {
  if (sql.includes(".checkpoint_writes")) return "writes";
  if (!/insert into \S+\.checkpoints /iu.test(sql) || message.toString("latin1", 0, 1) !== "B")
    return undefined;
  if (message.includes("langgraph-rollback")) return "record";
  const source = /"source":\s*"(\w+)"/u.exec(message.toString("utf8"))?.[1];
  return source === "update" ? "fork" : source;
}
