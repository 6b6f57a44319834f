import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

import { replySchema, type Job, type Reply } from "../../fixtures/kill-messages.ts";
import { endOf, oddEnd, type WorkerEnd } from "../../fixtures/worker-end.ts";
import type { Watch } from "./statement-gate.ts";

/** A process that does one job after another, until it is killed. */
export interface Worker {
  /**
   * @returns nothing if the process was killed before it had an answer
   * @throws {Error} if it ended otherwise
   */
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

/** A process that is starting, and its way to the store. */
export interface Launched {
  readonly child: ChildProcess;
  /** Resolves once nothing that was held back is on its way any more. */
  readonly quiet: () => Promise<unknown>;
  /** Resolves once nothing that the process sent is on its way; it is dead. */
  readonly drained: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Starts a process whose way to the store leads past a worker's `watch`. */
export type Launch = (worker: Pick<Worker, "watch" | "kill">) => Promise<Launched>;

/** @param spares number of processes that wait in reserve */
export function startWorkers(launch: Launch, spares: number): Workers {
  const launched: Launched[] = [];
  const start = async (): Promise<Worker> => {
    let child: ChildProcess | undefined;
    let end: Promise<WorkerEnd> | undefined;
    const worker: Worker = {
      watch: () => undefined,
      isAlive: () => child !== undefined && isAlive(child),
      kill: () => child?.kill("SIGKILL"),
      work: async (job) => {
        const reply = child === undefined ? undefined : await answer(child, job);
        const ended = reply === undefined ? await end : undefined;
        if (ended !== undefined && ended.signal !== "SIGKILL") throw oddEnd(ended);
        return reply;
      },
    };
    const started = await launch(worker);
    launched.push(started);
    child = started.child;
    end = endOf(child);
    await Promise.race([once(child, "message"), end]);
    if (!isAlive(child)) throw oddEnd(await end);
    return worker;
  };
  const waiting: Promise<Worker>[] = [];
  const fill = (): void => {
    while (waiting.length < spares) {
      const spare = start();
      // Told to the one who takes it.
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
      await Promise.all(launched.map(({ child, quiet, drained }) => (isAlive(child) ? quiet() : drained())));
    },
    close: async () => {
      await Promise.allSettled(waiting);
      for (const { child } of launched.filter((each) => isAlive(each.child))) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await Promise.all(launched.map(({ close }) => close()));
    },
  };
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

let jobs = 0;

async function answer(child: ChildProcess, job: Omit<Job, "id">): Promise<Reply | undefined> {
  const id = (jobs += 1);
  return await new Promise((resolve) => {
    const done = (reply?: Reply): void => {
      child.off("message", onMessage).off("exit", onExit);
      resolve(reply);
    };
    const onMessage = (message: unknown): void => {
      const reply = replySchema.safeParse(message);
      if (reply.data?.id === id) done(reply.data);
    };
    const onExit = (): void => done();
    child.on("message", onMessage).on("exit", onExit);
    if (!isAlive(child)) return done();
    child.send({ id, ...job }, () => {
      // A process that is gone says so by its exit.
    });
  });
}
