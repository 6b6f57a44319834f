import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";

import { putOutlines } from "./sqlite-outlines.ts";

/** The part of better-sqlite3 that the tests use; it comes without types. */
interface Database {
  prepare(sql: string): { get(...values: unknown[]): unknown; run(...values: unknown[]): unknown };
  exec(sql: string): unknown;
  function(name: string, options: { varargs: boolean }, made: () => never): unknown;
  close(): void;
}

/** Better-sqlite3 is native and optional: where it could not be built, these tests are skipped. */
const driver = await import("@langchain/langgraph-checkpoint-sqlite")
  .then(({ SqliteSaver }) => {
    SqliteSaver.fromConnString(":memory:").db.close();
    return SqliteSaver;
  })
  .catch(() => undefined);

const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

/** A database with the table of a checkpointer, and one row in it. */
function holding(checkpoint: unknown, type: string | null = "json"): Database {
  const saver = driver?.fromConnString(":memory:");
  const db: Database = Object(saver).db;
  opened.push(db);
  db.exec(
    "create table checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)",
  );
  db.prepare("insert into checkpoints values ('t', '', 'c', 'parent', ?, ?, '{}')").run(type, checkpoint);
  return db;
}

function read(db: Database): unknown {
  return Object(db.prepare("select checkpoint from checkpoints where thread_id = 't'").get()).checkpoint;
}

function outlined(checkpoint: unknown, type?: string | null): unknown {
  const db = holding(checkpoint, type);
  putOutlines(db);
  return read(db);
}

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe.skipIf(driver === undefined)("the outlines of checkpoints in SQLite", () => {
  it("hold what the checkpoints hold, but for the values of other channels", () => {
    const value = fc.jsonValue();
    const channels = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("messages", "a.b", '"', "$")),
      value,
    );
    const kept = fc.record({ __start__: value, __pregel_tasks: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(channels, kept, value, (others, values, rest) => {
        const checkpoint = { v: 4, id: "c", channel_values: { ...others, ...values }, versions_seen: rest };
        const outline: unknown = JSON.parse(String(outlined(bytes(checkpoint))));
        expect(outline).toEqual(JSON.parse(JSON.stringify({ ...checkpoint, channel_values: values })));
      }),
    );
  });

  it("are the checkpoints themselves where those are not JSON with values by channel", () => {
    const whole = { v: 4, channel_values: { messages: ["long"] } };
    expect(outlined(bytes(whole), "json")).toBe('{"v":4,"channel_values":{}}');
    expect(outlined(bytes(whole), "msgpack")).toEqual(Buffer.from(bytes(whole)));
    expect(outlined(bytes(whole), null)).toEqual(Buffer.from(bytes(whole)));
    const deep = `{"channel_values":{"messages":${"[".repeat(3000)}${"]".repeat(3000)}}}`;
    for (const text of ['{"v":4,"channel_values":{"messages":', "", '"[a state]"', "null", "[]", "{}", deep])
      expect(outlined(new TextEncoder().encode(text))).toEqual(Buffer.from(text));
    for (const values of [null, "text", ["a"], 1])
      expect(outlined(bytes({ channel_values: values }))).toEqual(
        Buffer.from(bytes({ channel_values: values })),
      );
    expect(outlined(new Uint8Array([255, 0, 123]))).toEqual(Buffer.from([255, 0, 123]));
    expect(outlined(null)).toBeNull();
  });

  it("cannot be put in place without SQLite's functions for JSON, which is told before any thread is read", () => {
    for (const name of ["json_valid", "json_type", "json_set"]) {
      const db = holding(bytes({ channel_values: { messages: ["long"] } }));
      db.function(name, { varargs: true }, () => {
        throw new Error(`no such function: ${name}`);
      });
      expect(() => putOutlines(db)).toThrow(`no such function: ${name}`);
    }
  });

  it("leave the table as it is", () => {
    const db = holding(bytes({ channel_values: { messages: ["long"] } }));
    putOutlines(db);
    const { checkpoint } = Object(db.prepare("select checkpoint from main.checkpoints").get());
    expect(checkpoint).toEqual(Buffer.from(bytes({ channel_values: { messages: ["long"] } })));
  });
});
