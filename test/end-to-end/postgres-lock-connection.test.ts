import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Server } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";

import { breakingProxy } from "../fixtures/breaking-proxy.ts";
import { server } from "../fixtures/postgres-server.ts";
import { endOf, oddEnd, printedBy } from "../fixtures/worker-end.ts";

const admin = new pg.Pool({ ...server, connectionTimeoutMillis: 60_000 });
const missing = await admin.query("select 1").then(
  () => undefined,
  (error: unknown) => `none answers at ${server.host}:${server.port}: ${String(error)}`,
);
if (missing !== undefined)
  process.stderr.write(`SKIPPED: the tests of broken connections of postgresThreadLock, ${missing}\n`);
afterAll(() => admin.end());

const terminate = (name: string) =>
  admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [name]);

/** A process that takes a thread twice; `line` gives what came of the next try. */
function worker(port: number, name: string) {
  const fixtures = join(import.meta.dirname, "../fixtures");
  const hooks = pathToFileURL(join(fixtures, "typescript-hooks.mjs")).href;
  const file = join(fixtures, "lock-connection-worker.ts");
  const node = ["--conditions=@langgraph-rollback/source", "--import", hooks, file];
  const child = spawn(process.execPath, [...node, String(port), name]);
  const end = endOf(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    line: async (): Promise<string> => {
      const { value } = await lines.next();
      if (value === undefined) throw oddEnd(await end);
      return value;
    },
    goOn: () => child.stdin.write("go\n"),
    ended: () => printedBy(end),
  };
}

describe.skipIf(missing !== undefined)(`a process whose connection the server ends${missing ?? ""}`, () => {
  it("lives on if that is while the lock opens it, and takes the thread over another one", async () => {
    const name = `opening ${randomUUID()}`;
    const proxy: Server = await breakingProxy(() => terminate(name));
    const address = proxy.address();
    const child = worker(typeof address === "object" ? (address?.port ?? 0) : 0, name);
    expect(await child.line()).toMatch(/^refused: Error: .*(connection|terminat)/i);
    child.goOn();
    expect(await child.line()).toBe("taken");
    await child.ended();
    proxy.close();
  });

  it("lives on if that is while no run has it, and takes the thread over another one", async () => {
    const name = `idle ${randomUUID()}`;
    const child = worker(server.port, name);
    expect(await child.line()).toBe("taken");
    expect((await terminate(name)).rowCount).toBe(1);
    child.goOn();
    // The next try may come before the process has heard of it.
    expect(await child.line()).toMatch(/^(taken|refused: )/);
    await child.ended();
  });
});
