import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";

/** Harm that was done to a worker. */
export interface Blow {
  readonly kind: "killed" | "stopped" | "cut";
  readonly pid: number;
  readonly at: Date;
}

/** Worker processes that can be hurt. Each that dies is replaced. */
export class ChaosCrew {
  readonly blows: Blow[] = [];
  readonly #alive = new Set<ChildProcess>();
  readonly #stopped = new Set<ChildProcess>();
  readonly #start: () => ChildProcess;
  readonly #connectionString: string;
  #isOver = false;

  constructor(program: string, connectionString: string, args: readonly string[]) {
    this.#connectionString = connectionString;
    this.#start = () =>
      spawn(process.execPath, [program, connectionString, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  }

  /** Starts a worker, and waits until it works. */
  async add(): Promise<void> {
    const child = this.#start();
    child.once("exit", () => {
      this.#alive.delete(child);
      this.#stopped.delete(child);
      if (!this.#isOver) void this.add();
    });
    if (child.stdout !== null) await once(child.stdout, "data");
    this.#alive.add(child);
  }

  /** Kills a worker, stops one for longer than its heartbeat, or cuts its connections. Gives whether there was one to hurt. */
  async strike(draw: () => number): Promise<boolean> {
    const standing = [...this.#alive].filter((child) => !this.#stopped.has(child));
    const child = standing[Math.floor(draw() * standing.length)];
    if (child?.pid === undefined) return false;
    const how = draw();
    const { pid } = child;
    if (how < 0.5) {
      this.blows.push({ kind: "killed", pid, at: new Date() });
      child.kill("SIGKILL");
    } else if (how < 0.75) {
      this.blows.push({ kind: "stopped", pid, at: new Date() });
      this.#stopped.add(child);
      child.kill("SIGSTOP");
      setTimeout(
        () => {
          this.#stopped.delete(child);
          child.kill("SIGCONT");
        },
        13_000 + draw() * 6000,
      );
    } else {
      await this.#cut(pid);
      this.blows.push({ kind: "cut", pid, at: new Date() });
    }
    return true;
  }

  /** Cuts all connections that a worker has to its checkpointer and its lock, and some that workers have to the queue. */
  async #cut(pid: number): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString });
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND (application_name LIKE '%' || $1 OR (application_name LIKE 'langgraph-rollback queue%' AND random() < 0.2))`,
      [` ${pid}`],
    );
    await client.end();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const ending = [...this.#alive].map(
      (child) => (child.kill("SIGCONT"), child.kill("SIGTERM"), once(child, "exit")),
    );
    await Promise.race([Promise.all(ending), sleep(60_000, undefined, { ref: false })]);
    for (const child of this.#alive) child.kill("SIGKILL");
  }
}
