import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connectionString } from "./place.ts";

const schema = `workers_example_${randomBytes(5).toString("hex")}`;
const root = path.resolve(import.meta.dirname, "../../..");
/** The sources, as they are. */
const onSources = [
  "--conditions=@langgraph-rollback/source",
  "--experimental-strip-types",
  "--disable-warning=ExperimentalWarning",
];

/** Whether a server is there at all. One that is busy is asked again: a skipped test would pass for one that ran. */
async function isThere(tries = 3): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 60_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "ECONNREFUSED") return false;
    if (tries === 1) throw error;
    return isThere(tries - 1);
  }
}

interface Program {
  readonly child: ChildProcess;
  readonly printed: () => string;
  readonly errors: () => string;
}

function start(name: string): Program {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const env = { ...process.env, EXAMPLE_SCHEMA: schema, EXAMPLE_THINKS: "1500" };
  const child = spawn(process.execPath, [...onSources, file], { cwd: root, env, stdio: "pipe" });
  let [printed, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return { child, printed: () => printed, errors: () => errors };
}

const GUESTS = ["Ada", "Bob", "Cleo", "Dan"];

describe.skipIf(!(await isThere()))("two workers and a client", () => {
  const workers: Program[] = [];
  let client: Program | undefined;

  beforeAll(() => {
    workers.push(start("worker"), start("worker"));
  });

  afterAll(async () => {
    for (const program of [...workers, client]) program?.child.kill("SIGKILL");
    const connection = new pg.Client({ connectionString });
    await connection.connect();
    await connection.query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_queue, ${schema}_queue_jobs CASCADE`);
    await connection.end();
  });

  it("book what each guest has asked for, once, although a worker is killed at its runs", async () => {
    for (const worker of workers)
      await expect
        .poll(() => worker.printed() + worker.errors(), { timeout: 120_000 })
        .toContain("works (simulated model)");
    const { child, errors, printed } = (client = start("client"));
    const ended = once(child, "close");
    const killed = workers[0];
    const name = /Worker (\S+) works/.exec(killed?.printed() ?? "")?.[1] ?? "";
    // It has runs, or will have some: the model takes its time.
    await expect.poll(printed, { timeout: 120_000 }).toContain(`running at ${name}`);
    killed?.child.kill("SIGKILL");
    const [code]: unknown[] = await ended;

    expect(code, `The client printed: ${errors()}`).toBe(0);
    for (const guest of GUESTS) {
      expect(printed()).toMatch(new RegExp(`^${guest} +is asked: .*; answered: approve$`, "m"));
      expect(printed()).toMatch(new RegExp(`^${guest} +recovered after 2 attempts`, "m"));
    }
    expect(printed()).toContain("WORKER_LOST");
    expect(client.printed().split("The restaurant's book:\n")[1]?.trim().split("\n")).toEqual([
      "Ada   day 21 undone",
      "Ada   day 12 booked",
      "Bob   day 31 undone",
      "Bob   day 13 booked",
      "Cleo  day 41 undone",
      "Cleo  day 14 booked",
      "Dan   day 51 undone",
      "Dan   day 15 booked",
    ]);
  });

  it("end when they are told to", async () => {
    const [, worker] = workers;
    if (worker === undefined) throw new Error("There is no second worker.");
    const ended = once(worker.child, "exit");
    worker.child.kill("SIGTERM");
    const [code, signal]: unknown[] = await ended;
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(worker.printed()).toContain("No new runs are taken.");
  });
});
