import type { RunnableConfig } from "@langchain/core/runnables";
import {
  copyCheckpoint,
  MemorySaver,
  uuid6,
  type Checkpoint,
  type CheckpointMetadata,
} from "@langchain/langgraph-checkpoint";
import { Send, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { isSince } from "../fixtures/langgraph-version.ts";
import { at, input, LogState, pair, stored, thread } from "./graphs.ts";

/** Adds a key of its own to each checkpoint's metadata, and records for which versions it was called. */
class MarkingSaver extends MemorySaver {
  readonly versions: number[] = [];

  override put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata) {
    const marked = { ...metadata, rollback_attempt: metadata.step < 1 ? 1 : 2 };
    return super.put(config, checkpoint, marked);
  }

  override getNextVersion(current: number | undefined): number {
    const version = super.getNextVersion(current) + 100;
    this.versions.push(version);
    return version;
  }
}

const idOf = (config?: RunnableConfig): string => String(config?.configurable?.["checkpoint_id"]);

describe("checkpoint metadata (else steps and attempts cannot be stored with a checkpoint)", () => {
  it("keeps keys that a saver adds, shows them in getState and filters a list by them", async () => {
    const saver = new MarkingSaver();
    const graph = pair({}, saver);
    await graph.invoke(input, thread);
    expect((await graph.getState(thread)).metadata).toMatchObject({ rollback_attempt: 2, source: "loop" });
    const marked = [];
    for await (const { metadata } of saver.list(thread, { filter: { rollback_attempt: 2 } }))
      marked.push(metadata?.step);
    expect(marked).toEqual([2, 1]);
  });
});

describe("getNextVersion (else channel versions repeat in a fork)", () => {
  it("of the saver makes the version of every channel of every checkpoint", async () => {
    const saver = new MarkingSaver();
    const graph = pair({}, saver);
    await graph.invoke(input, thread);
    const used = (await stored(graph)).flatMap(({ checkpoint }) =>
      Object.values(checkpoint.channel_versions),
    );
    expect(used.length).toBeGreaterThan(4);
    expect(used.filter((version) => !saver.versions.includes(Number(version)))).toEqual([]);
  });

  it("of a bare MemorySaver gives two branches' values the same version, so that RecordingSaver is needed", async () => {
    let call = 0;
    const graph = new StateGraph(LogState)
      .addNode("a", () => ({ log: [`a${(call += 1)}`] }))
      .addEdge(START, "a")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input, thread);
    const [end, before] = await stored(graph);
    await graph.invoke(null, at(before?.checkpoint.id ?? ""));
    const [fork] = await stored(graph);
    expect(fork?.checkpoint.channel_values["log"]).not.toEqual(end?.checkpoint.channel_values["log"]);
    expect(fork?.checkpoint.channel_versions["log"]).toBe(end?.checkpoint.channel_versions["log"]);
  });
});

describe("pending writes (else readTrajectory gives a step to the wrong checkpoint)", () => {
  it("belong to the checkpoint that their task ran from, not to the one that it led to", async () => {
    const graph = pair();
    await graph.invoke(input, thread);
    const logged = (await stored(graph)).map(({ pendingWrites }) =>
      pendingWrites?.filter(([, channel]) => channel === "log").map(([, , value]) => value),
    );
    expect(logged).toEqual([[], [["b"]], [["a"]], [["in"]]]);
  });
});

describe("the order of pending writes (else DeltaChannels are put together in another order than they had)", () => {
  it("is that of the tasks' paths from LangGraph 1.5 on, where a checkpointer keeps them: MemorySaver", async () => {
    const node = (name: string) => () => ({ log: [name] });
    const graph = new StateGraph(LogState)
      .addNode("c", node("c"))
      .addNode("a", async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return { log: ["a"] };
      })
      .addNode("b", node("b"))
      .addEdge(START, "c")
      .addEdge(START, "b")
      .addEdge(START, "a")
      .compile({ checkpointer: new MemorySaver() });
    const orders = new Set<string>();
    for (let run = 0; run < 8; run += 1) {
      const config = { configurable: { thread_id: `order-${run}` } };
      await graph.invoke(input, config);
      const before = (await stored(graph, config.configurable))[1];
      orders.add((before?.pendingWrites ?? []).map(([, , value]) => String(value)).join());
    }
    // Before, it is the order in which tasks ended.
    expect([...orders].every((order) => order === "a,b,c")).toBe(isSince("1.5"));
  });

  it("is told to a checkpointer by a fourth argument of putWrites, which MemorySaver takes from 1.5 on", () => {
    expect(new MemorySaver().putWrites.length).toBe(isSince("1.5") ? 4 : 3);
  });
});

describe("what a turn's first checkpoint holds (else a turn has no input, and no task)", () => {
  it("is the input under __start__, with source input", async () => {
    const graph = pair();
    await graph.invoke(input, thread);
    const first = (await stored(graph)).at(-1);
    expect(first?.metadata?.source).toBe("input");
    expect(first?.checkpoint.channel_values["__start__"]).toEqual(input);
  });
});

describe("Sends (else their nodes, arguments and positions are not known)", () => {
  it("are stored in __pregel_tasks of the checkpoint that they run from, in the order in which they were sent", async () => {
    const graph = new StateGraph(LogState)
      .addNode("work", () => ({}))
      .addConditionalEdges(
        START,
        () => [new Send("work", { log: ["1"] }), new Send("work", { log: ["2"] })],
        ["work"],
      )
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input, thread);
    const before = (await stored(graph))[1];
    expect(before?.checkpoint.channel_values["__pregel_tasks"]).toMatchObject([
      { node: "work", args: { log: ["1"] } },
      { node: "work", args: { log: ["2"] } },
    ]);
  });
});

describe("a hand-made child with source update (else rewind does not run again what came after)", () => {
  it("runs the target's next nodes with invoke(null), and becomes the thread's newest", async () => {
    const saver = new MemorySaver();
    const graph = pair({}, saver);
    await graph.invoke(input, thread);
    const target = (await stored(graph))[1];
    if (target === undefined) throw new Error("expected the checkpoint before b");
    const child = copyCheckpoint(target.checkpoint);
    child.id = uuid6(2);
    child.channel_values["log"] = ["rewritten"];
    await saver.put(at(target.checkpoint.id), child, { source: "update", step: 2, parents: {} });
    expect((await graph.getState(thread)).next).toEqual(["b"]);
    expect((await graph.invoke(null, at(child.id))).log).toEqual(["rewritten", "b"]);
    const [newest] = await stored(graph);
    expect(idOf(newest?.parentConfig)).toBe(child.id);
  });
});

describe("namespaces (else a subgraph's checkpoints or the history are taken for the graph's own)", () => {
  const withSubgraph = () =>
    new StateGraph(LogState)
      .addNode("team", pair())
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });

  it("hold a subgraph's checkpoints under its node and task", async () => {
    const graph = withSubgraph();
    await graph.invoke(input, thread);
    const before = (await stored(graph))[1];
    const [team] = (await graph.getState(at(before?.checkpoint.id ?? ""))).tasks;
    expect(await stored(graph, { checkpoint_ns: `team:${team?.id}` })).not.toEqual([]);
  });

  it("are mixed by a list without checkpoint_ns, and separated by a list with it", async () => {
    const graph = withSubgraph();
    await graph.invoke(input, thread);
    const spaces = (tuples: readonly { config: RunnableConfig }[]) =>
      new Set(tuples.map(({ config }) => String(config.configurable?.["checkpoint_ns"]).split(":")[0]));
    expect(spaces(await stored(graph, {}))).toEqual(new Set(["", "team"]));
    expect(spaces(await stored(graph, { checkpoint_ns: "" }))).toEqual(new Set([""]));
  });

  it("of our own are not seen by getState and getStateHistory", async () => {
    const saver = new MemorySaver();
    const graph = pair({}, saver);
    await graph.invoke(input, thread);
    const state = await graph.getState(thread);
    const [head] = await stored(graph);
    if (head === undefined) throw new Error("expected a checkpoint");
    const own = { configurable: { ...thread.configurable, checkpoint_ns: "langgraph-rollback" } };
    await saver.put(own, { ...head.checkpoint, id: uuid6(9) }, { source: "update", step: 9, parents: {} });
    expect(await graph.getState(thread)).toEqual(state);
    const ids: string[] = [];
    for await (const snapshot of graph.getStateHistory(thread)) ids.push(idOf(snapshot.config));
    expect(ids).toHaveLength(4);
  });
});
