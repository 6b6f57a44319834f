import { randomUUID } from "node:crypto";

import { HumanMessage } from "@langchain/core/messages";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import {
  emptyCheckpoint,
  MemorySaver,
  TASKS,
  uuid5,
  uuid6,
  type CheckpointTuple,
  type SerializerProtocol,
} from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { RecordingSaver, withRollback } from "langgraph-rollback";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openServerOrPGlite } from "./open-postgres.ts";

const { open, close, address, schema } = await openServerOrPGlite("Quick reads are tested");
const root = { configurable: { thread_id: `quick-${randomUUID()}`, checkpoint_ns: "" } };

/** Of every kind of value that is stored in a way of its own. */
const values = {
  text: `"quoted", \\escaped and ünïcode ${"x".repeat(100_000)}`,
  nothing: null,
  bytes: new Uint8Array([0, 34, 44, 92, 123, 125, 255]),
  noBytes: new Uint8Array(),
  messages: [new HumanMessage({ id: "m", content: "said" })],
  gone: undefined,
};
const versions = Object.fromEntries(Object.keys(values).map((name) => [name, 1]));

beforeAll(async () => {
  const saver = open();
  const { gone: _, ...held } = values;
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(0), channel_values: held, channel_versions: versions };
  const metadata = { source: "loop" as const, step: 0, parents: {} };
  const stored = await saver.put(root, checkpoint, metadata, versions);
  await saver.putWrites(stored, [["text", "written"]], uuid5("task", checkpoint.id));
  await saver.putWrites(stored, [[TASKS, { node: "n", args: {} }]], uuid5("other", checkpoint.id));
  // An older format, whose Sends are read by a question of their own.
  const child = { ...emptyCheckpoint(), v: 3, id: uuid6(1), channel_versions: { text: 1 } };
  await saver.put(stored, child, metadata, {});
});
afterAll(close);

async function allOf(saver: Pick<PostgresSaver, "list">): Promise<readonly CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list(root)) tuples.push(tuple);
  return tuples;
}

/** Over a connection whose own parser of lists of bytes is counted. */
function counted(saver: typeof PostgresSaver = PostgresSaver) {
  const parsed = { texts: 0 };
  const types = {
    getTypeParser: (type: number, format?: "text" | "binary"): unknown => {
      const own: unknown = Reflect.apply(pg.types.getTypeParser, pg.types, [type, format]);
      if (type !== 1001 || typeof own !== "function") return own;
      return (text: string): unknown => {
        parsed.texts += 1;
        return Reflect.apply(own, undefined, [text]);
      };
    },
  };
  const pool = new pg.Pool({ connectionString: address, max: 1, types: Object(types) });
  return { pool, parsed, saver: new saver(pool, undefined, { schema }) };
}

describe("a PostgresSaver that is recorded", () => {
  it("gives what it gives by itself, and its driver's parser goes through no value", async () => {
    const { pool, parsed, saver } = counted();
    const read = await allOf(new RecordingSaver(saver));
    const one = await new RecordingSaver(saver).getTuple(root);
    expect(parsed.texts).toBe(0);
    expect(read).toStrictEqual(await allOf(saver));
    expect(one).toStrictEqual(await saver.getTuple(root));
    expect(read).toHaveLength(2);
    expect(parsed.texts).toBeGreaterThan(0);
    await pool.end();
  });

  it("does so where bytes are written in another way", async () => {
    const { pool, parsed, saver } = counted();
    await pool.query("set bytea_output = 'escape'");
    expect(await allOf(new RecordingSaver(saver))).toStrictEqual(await allOf(open()));
    expect(parsed.texts).toBeGreaterThan(0);
    await pool.end();
  });

  it("does so where its pool only takes texts", async () => {
    const { pool, saver } = counted();
    const asked: string[] = [];
    const query = pool.query.bind(pool);
    Object.assign(pool, {
      query: (sql: string, given: unknown[]): unknown => {
        asked.push(sql.trim());
        return query(sql, given);
      },
    });
    expect(await allOf(new RecordingSaver(saver))).toStrictEqual(await allOf(open()));
    expect(asked.length).toBeGreaterThan(0);
    await pool.end();
  });

  it("is asked itself where its class reads in its own way", async () => {
    class Redacting extends PostgresSaver {
      reads = 0;
      override async getTuple(...args: Parameters<PostgresSaver["getTuple"]>) {
        this.reads += 1;
        return super.getTuple(...args);
      }
    }
    const { pool, saver } = counted(Redacting);
    await new RecordingSaver(saver).getTuple(root);
    expect(saver).toHaveProperty("reads", 1);
    await pool.end();
  });

  it("throws what its database says, once", async () => {
    const { pool, saver } = counted();
    await pool.end();
    await expect(new RecordingSaver(saver).getTuple(root)).rejects.toThrow("after calling end on the pool");
  });
});

describe("a run over a PostgresSaver", () => {
  it("serialises bytes in the state by themselves only: within other values they become JSON, number by number", async () => {
    const given: unknown[] = [];
    const { serde } = new MemorySaver();
    const noting: SerializerProtocol = {
      dumpsTyped: (value) => {
        given.push(value);
        return serde.dumpsTyped(value);
      },
      loadsTyped: (type, bytes) => serde.loadsTyped(type, bytes),
    };
    const pool = new pg.Pool({ connectionString: address, max: 1 });
    const State = Annotation.Root({ file: Annotation<Uint8Array>() });
    const graph = new StateGraph(State)
      .addNode("load", () => ({ file: new Uint8Array([1, 2, 3]) }))
      .addEdge(START, "load")
      .compile({ checkpointer: new PostgresSaver(pool, noting, { schema }) });
    const judged: unknown[] = [];
    const wrapped = withRollback(graph, {
      verify: ({ output }) => {
        judged.push(output?.file);
        return judged.length > 1;
      },
      policy: { name: "first", decide: () => ({ kind: "roll-back", start: 0, reason: "the test says so" }) },
    });
    await wrapped.invoke({}, { configurable: { thread_id: `bytes-${randomUUID()}` } });
    expect(judged).toEqual([new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 3])]);
    const isBytes = (value: unknown): boolean => value instanceof Uint8Array;
    expect(given.filter(isBytes).length).toBeGreaterThan(0);
    const holdsBytes = (value: unknown): boolean =>
      typeof value === "object" &&
      value !== null &&
      Object.values(value).some((each) => isBytes(each) || holdsBytes(each));
    expect(given.filter((value) => !isBytes(value) && holdsBytes(value))).toEqual([]);
    await pool.end();
  });
});
