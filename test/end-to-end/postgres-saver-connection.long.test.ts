import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";

import { hasPostgres } from "../fixtures/has-postgres.ts";
import { server } from "../fixtures/postgres-server.ts";

const isThere = await hasPostgres();
if (!isThere)
  process.stderr.write("SKIPPED: the tests of broken connections of PostgresSaver, no server answers\n");

// A process that ends at once leaves its schema behind.
afterAll(async () => {
  if (!isThere) return;
  const admin = new pg.Client(server);
  await admin.connect();
  const { rows } = await admin.query(
    "select nspname from pg_namespace where nspname ~ '^saver_[0-9a-f]{32}$'",
  );
  for (const { nspname } of rows) await admin.query(`drop schema ${nspname} cascade`);
  await admin.end();
});

async function worker(listens: string, when: string) {
  const fixtures = join(import.meta.dirname, "../fixtures");
  const hooks = pathToFileURL(join(fixtures, "typescript-hooks.mjs")).href;
  const file = join(fixtures, "saver-connection-worker.ts");
  const node = ["--conditions=@langgraph-rollback/source", "--import", hooks, file, listens, when];
  const child = spawn(process.execPath, node);
  const said = { out: "", err: "" };
  child.stdout.on("data", (part) => (said.out += String(part)));
  child.stderr.on("data", (part) => (said.err += String(part)));
  const [code] = await once(child, "close");
  return { code, ...said };
}

describe.skipIf(!isThere)("a process whose PostgresSaver is using a connection that the server ends", () => {
  it.each(["in a query", "between queries"])("lives on with the listeners of the docs, %s", async (when) => {
    const { code, out, err } = await worker("pool and connections", when);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^.*(connection|terminat).*\nstored\n$/iu);
  });

  // When this fails, pg has changed, and docs/concurrency.md can be shorter.
  it.each(["in a query", "between queries"])("ends where the pool alone is listened to, %s", async (when) => {
    const { code, err } = await worker("pool", when);
    expect(code).not.toBe(0);
    expect(err).toContain("Unhandled 'error' event");
  });
});
