import { describe, expect, it } from "vitest";

import { compiledGraphOf } from "../langgraph/compiled-graph.ts";
import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { collected } from "../fixtures/speaking-graph.ts";
import { readHistory, readTrajectory, withRollback } from "../index.ts";

const right = ["a:right", "b:right", "c:right"];
const ATTEMPTS = [
  { attempt: 1, decision: "roll-back" },
  { attempt: 2, decision: "accept" },
];

/**
 * a, b, c, then b and c again once it is told. Until its reader has stopped, the given execution of c hangs: the stream
 * is read ahead of its reader, and must not be over before the test stops it.
 */
async function recovering(hanging?: number) {
  const reader = { stopped: hanging === undefined };
  let calls = 0;
  const { ran, builder } = chainGraph({
    b: untilTold("b"),
    c: () => ((calls += 1) === hanging && !reader.stopped ? new Promise(() => {}) : "c:right"),
  });
  const graph = withRollback(builder.compile(), {
    verify: ({ output }) => nothingWrong({ output: { log: output?.log.slice(-3) ?? [] } }),
    noteChannel: "note",
    calibration: await calibratedAt(1),
  });
  return { ran, reader, graph };
}

type Recovering = Awaited<ReturnType<typeof recovering>>;

/** Reads a stream until a chunk is the one that is looked for. */
async function breakAt({ graph, reader }: Recovering, isIt: (chunk: unknown) => boolean): Promise<void> {
  const options = { ...on("t"), streamMode: ["updates" as const, "custom" as const] };
  for await (const [, chunk] of await graph.stream({ log: [] }, options)) {
    reader.stopped = isIt(chunk);
    if (reader.stopped) return;
  }
  throw new Error("the chunk never came");
}

const typeOf = (chunk: unknown): unknown => Reflect.get(Object(chunk), "type");

/** Places where the reader stops, the execution of c that it does not wait for, and the attempts that are left to do. */
const places = [
  ["inside attempt 1", (chunk: unknown) => Object.hasOwn(Object(chunk), "b"), 1, [1, 2]],
  ["inside attempt 2", (chunk: unknown) => JSON.stringify(chunk).includes("b:right"), 2, [2]],
  ["at a rollback", (chunk: unknown) => typeOf(chunk) === "rollback:rolled-back", 2, [2]],
] as const;

describe.each(places)("a reader that stops %s", (_, isIt, hanging, left) => {
  const verdicts = ATTEMPTS.slice(0, 2 - left.length);

  it("leaves the verdicts that were given, and no other", async () => {
    const run = await recovering(hanging);
    await breakAt(run, isIt);
    const [history] = await readHistory(run.graph, on("t"));
    expect(history?.attempts ?? []).toMatchObject(verdicts);
  });

  it("lets null resume the same attempt", async () => {
    const run = await recovering(hanging);
    const { ran, graph } = run;
    await breakAt(run, isIt);
    const before = ran.length;
    const stream = await graph.stream(null, { ...on("t"), streamMode: "custom" });
    const started = (await collected(stream)).filter((chunk) => typeOf(chunk) === "rollback:attempt-started");
    expect(started.map(({ attempt }) => attempt)).toEqual(left);
    expect(ran.slice(before).join("")).toMatch(left.length === 2 ? /^cbc$/ : /^b?c$/);
    expect((await graph.getState(on("t"))).values.log).toEqual(right);
    const history = await readHistory(graph, on("t"));
    expect(history).toMatchObject([{ status: "recovered", attempts: ATTEMPTS }]);
    for (const { head } of history[0]?.attempts ?? []) {
      const at = { configurable: { thread_id: "t", checkpoint_id: head } };
      const { steps } = await readTrajectory(graph, at);
      expect(steps.map(({ agent }) => agent)).toEqual(["a", "b", "c"]);
    }
  });

  it("leaves a thread that takes new input, and gives the right result", async () => {
    const run = await recovering(hanging);
    await breakAt(run, isIt);
    const { log } = await run.graph.invoke({ log: ["new"], note: "" }, on("t"));
    expect(log.slice(log.indexOf("new"))).toEqual(["new", ...right]);
    const history = await readHistory(run.graph, on("t"));
    expect(history).toHaveLength(verdicts.length + 1);
    expect(history[0]).toMatchObject({ status: "recovered", attempts: ATTEMPTS });
  });
});

describe("a reader that stops after any number of chunks", () => {
  // Read from the graph's own iterator, which does nothing ahead of its reader: no test can stop more precisely.
  const read = (graph: Recovering["graph"]) =>
    compiledGraphOf(graph)._streamIterator({ log: [] }, { ...on("t"), streamMode: ["updates", "custom"] });

  it("never leaves anything that null does not bring to the right end, each attempt judged once", async () => {
    const { length } = await collected(read((await recovering()).graph));
    expect(length).toBe(9);
    for (let count = 2; count <= length; count += 1) {
      const { graph } = await recovering();
      let seen = 0;
      for await (const chunk of read(graph)) {
        expect(chunk).toBeDefined();
        if ((seen += 1) === count) break;
      }
      expect((await graph.invoke(null, on("t"))).log, `after ${count} chunks`).toEqual(right);
      expect(await readHistory(graph, on("t")), `after ${count} chunks`).toMatchObject([
        { status: "recovered", attempts: ATTEMPTS },
      ]);
    }
  });

  it("leaves nothing at all before the graph has begun", async () => {
    const { ran, graph } = await recovering();
    for await (const _ of read(graph)) break;
    expect(ran).toEqual([]);
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(right);
    expect(await readHistory(graph, on("t"))).toHaveLength(1);
  });
});

describe("a reader that stops a run which gives up", () => {
  it("does not give the budget back", async () => {
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile(), {
      verify: nothingWrong,
      noteChannel: "note",
      maxRollbacks: 1,
    });
    const chunks = compiledGraphOf(graph)._streamIterator({ log: [] }, { ...on("t"), streamMode: "custom" });
    for await (const chunk of chunks) if (typeOf(chunk) === "rollback:rolled-back") break;
    await graph.invoke(null, on("t"));
    expect(ran.join("")).toBe("abcabc");
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "gave-up" }]);
  });
});
