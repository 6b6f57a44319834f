import { describe, expect, it } from "vitest";

import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { connectionOf } from "./queue-options.ts";
import { loadWorkers } from "./load-workers.ts";

const { folder } = await scratchFolder();

describe("the package of queue and workers", () => {
  it("is asked for by name where it is missing", async () => {
    await expect(
      loadWorkers([folder], { node: "22.12.0", name: "@langgraph-rollback/no-such" }),
    ).rejects.toMatchObject({
      code: "WORKERS_MISSING",
      message: expect.stringContaining("npm i @langgraph-rollback/workers pg-boss"),
    });
  });

  it.each(["20.20.2", "22.11.0"])("is not loaded by Node %s", async (version) => {
    await expect(loadWorkers([folder], { node: version })).rejects.toMatchObject({
      code: "WORKERS_NODE",
      message: expect.stringContaining(`Node 22.12 or newer, and this is Node ${version}.`),
    });
  });
});

describe("the address of a queue", () => {
  it("is the one of the command line, else that of the environment", () => {
    const env = { DATABASE_URL: "postgresql://two" };
    expect(connectionOf({ connection: "postgres://one" }, env)).toBe("postgres://one");
    expect(connectionOf({}, env)).toBe("postgresql://two");
  });

  it.each([
    [{}, {}, "set DATABASE_URL"],
    [{ connection: "runs.sqlite" }, {}, "Expected `--connection` to begin with postgres://"],
    [{}, { DATABASE_URL: "mysql://secret@box" }, "Expected DATABASE_URL to begin with postgres://"],
  ])("is one of Postgres: %j, %j", (options, env, message) => {
    expect(() => connectionOf(options, env)).toThrow(message);
    expect(() => connectionOf(options, env)).not.toThrow("secret");
  });
});
