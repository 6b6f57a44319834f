import { copyCheckpoint, MemorySaver, uuid5, uuid6, type Checkpoint } from "@langchain/langgraph-checkpoint";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import {
  Command,
  entrypoint,
  interrupt,
  START,
  StateGraph,
  task,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { at, input, LogState, stored, thread } from "./graphs.ts";

const PUSH = "__pregel_push";

/** A caller of tasks, as LangGraph names it in the ids of the tasks that it calls. */
interface Caller {
  readonly namespace: string;
  readonly path: readonly unknown[];
}

/** The id of the task of the entrypoint, and the entrypoint as a caller. */
function entry(checkpoint: Checkpoint, superstep: number): { id: string; caller: Caller } {
  const step = String(superstep);
  const id = uuid5(JSON.stringify(["work", step, "work", "__pregel_pull", ["__start__"]]), checkpoint.id);
  return { id, caller: { namespace: `work:${id}`, path: ["__pregel_pull", "work"] } };
}

/** The id of a called task, and the task as a caller. */
function called(checkpoint: Checkpoint, superstep: number, by: Caller, name: string, counter: number) {
  const namespace = `${by.namespace}|${name}`;
  const parts = [namespace, String(superstep), name, PUSH, by.path, counter];
  const id = uuid5(JSON.stringify(parts), checkpoint.id);
  return { id, caller: { namespace: `${namespace}:${id}`, path: [PUSH, by.path, counter, true] } };
}

/** a, then b, which calls a, and a again at once; each says so with how many tasks have run. */
function workflow(fails?: string) {
  const ran: string[] = [];
  const run = (name: string, given: string): string => {
    ran.push(name);
    if (name === fails) throw new RangeError(`${name} broke`);
    return `${given} ${name}${ran.length}`;
  };
  const a = task("a", async (given: string) => run("a", given));
  const b = task("b", async (given: string) => run("b", await a(given)));
  const graph = entrypoint({ name: "work", checkpointer: new MemorySaver() }, async (given: string) => {
    ran.push("body");
    const first = await a(given);
    const both = await Promise.all([b(first), a(first)]);
    return both.join(", ");
  });
  return { graph, ran };
}

/** The checkpoint of a thread's input. */
async function inputCheckpoint(graph: ReturnType<typeof workflow>["graph"]) {
  const tuple = (await stored(graph)).find(({ metadata }) => metadata?.source === "input");
  if (tuple === undefined) throw new Error("expected a checkpoint of the input");
  return tuple;
}

describe("the functional API's tasks (else their steps cannot be told apart, nor be kept)", () => {
  it("write their results to __return__ of the input's checkpoint, whose namespace is the root", async () => {
    const { graph } = workflow();
    await graph.invoke("in", thread);
    const { pendingWrites, metadata } = await inputCheckpoint(graph);
    expect(metadata?.step).toBe(-1);
    const results = pendingWrites?.filter(([, channel]) => channel === "__return__");
    expect(results?.map(([, , value]) => String(value).split(" ").at(-1)?.charAt(0)).toSorted()).toEqual([
      "a",
      "a",
      "a",
      "b",
    ]);
    expect((await stored(graph, {})).map(({ config }) => config.configurable?.["checkpoint_ns"])).toEqual([
      "",
      "",
    ]);
  });

  it("are followed by a write to __end__, which only an entrypoint makes", async () => {
    const { graph } = workflow();
    await graph.invoke("in", thread);
    const { checkpoint, pendingWrites = [] } = await inputCheckpoint(graph);
    const ends = pendingWrites.filter(([, channel]) => channel === "__end__");
    expect(ends.map(([id]) => id)).toEqual([entry(checkpoint, 0).id]);
  });

  it("have ids that derive from checkpoint, caller, superstep, name and the caller's count of calls", async () => {
    const { graph } = workflow();
    await graph.invoke("in", thread);
    const { checkpoint, pendingWrites } = await inputCheckpoint(graph);
    const own = entry(checkpoint, 0);
    const b = called(checkpoint, 0, own.caller, "b", 1);
    const derived = [
      own,
      called(checkpoint, 0, own.caller, "a", 0),
      b,
      called(checkpoint, 0, own.caller, "a", 2),
      called(checkpoint, 0, b.caller, "a", 0),
    ];
    const ids = new Set(pendingWrites?.map(([id]) => id));
    expect(ids).toEqual(new Set(derived.map(({ id }) => id)));
  });

  it("have names that the stream of tasks shows as they start, and the next checkpoint's versions_seen in the end", async () => {
    const { graph } = workflow();
    const names: string[] = [];
    for await (const chunk of await graph.stream("in", { ...thread, streamMode: "tasks" }))
      if ("triggers" in chunk) names.push(chunk.name);
    expect(names).toEqual(["work", "a", "b", "a", "a"]);
    const [end, first] = await stored(graph);
    expect(Object.keys(first?.checkpoint.versions_seen ?? {})).toEqual(["__input__"]);
    expect(Object.keys(end?.checkpoint.versions_seen ?? {})).toEqual(["__input__", "work", "a", "b"]);
    const { tasks } = await graph.getState(at((await inputCheckpoint(graph)).checkpoint.id));
    expect(tasks.map(({ name }) => name)).toEqual(["work"]);
  });

  it("leave an error under the task that threw, and an AbortError under the entrypoint", async () => {
    const { graph } = workflow("b");
    await expect(graph.invoke("in", thread)).rejects.toThrow("b broke");
    const { checkpoint, pendingWrites = [] } = await inputCheckpoint(graph);
    const own = entry(checkpoint, 0);
    const b = called(checkpoint, 0, own.caller, "b", 1);
    const errors = pendingWrites.filter(([, channel]) => channel === "__error__");
    expect(new Map(errors.map(([id, , value]) => [id, value]))).toEqual(
      new Map([
        [b.id, { name: "RangeError", message: "b broke" }],
        [own.id, { name: "AbortError", message: expect.any(String) }],
      ]),
    );
  });

  it("are answered from writes in a fork under the ids of the fork; the rest runs", async () => {
    const { graph, ran } = workflow();
    await graph.invoke("in", thread);
    const before = await inputCheckpoint(graph);
    const kept = called(before.checkpoint, 0, entry(before.checkpoint, 0).caller, "a", 0);
    const fork = copyCheckpoint(before.checkpoint);
    fork.id = uuid6(0);
    const saver = graph.checkpointer;
    if (typeof saver !== "object") throw new TypeError("expected a saver");
    await saver.put(at(before.checkpoint.id), fork, { source: "update", step: 0, parents: {} }, {});
    const again = called(fork, 1, entry(fork, 1).caller, "a", 0);
    const writes = before.pendingWrites?.filter(([id]) => id === kept.id) ?? [];
    await saver.putWrites(
      at(fork.id),
      writes.map(([, channel, value]) => [channel, value]),
      again.id,
    );
    ran.length = 0;
    const output = await graph.invoke(null, thread);
    expect(ran.toSorted()).toEqual(["a", "a", "b", "body"]);
    expect(output).toContain("in a2");
  });
});

/** A node that calls `a` through a listener, and asks once or throws once after that. */
function listening(then: "asks" | "throws") {
  const heard: unknown[] = [];
  const ran: string[] = [];
  const a = task("a", async (given: string) => {
    ran.push("a");
    return given;
  });
  let throws = then === "throws" ? 1 : 0;
  const work = async (_: object, config: LangGraphRunnableConfig) => {
    const { configurable, metadata } = config;
    const call: unknown = configurable?.["__pregel_call"];
    const calling = (func: (...args: unknown[]) => unknown, name: string, ...rest: unknown[]) => {
      const scratchpad = Object(configurable?.["__pregel_scratchpad"]);
      const heardCall = { name, position: Reflect.get(scratchpad, "callCounter"), ran: false };
      heard.push(heardCall);
      const run = (...args: unknown[]) => {
        heardCall.ran = true;
        return func(...args);
      };
      return typeof call === "function" ? Reflect.apply(call, undefined, [run, name, ...rest]) : undefined;
    };
    heard.push({
      checkpoint: Reflect.get(Object(configurable?.["checkpoint_map"]), ""),
      path: metadata?.["langgraph_path"],
    });
    const heardConfig = { ...config, configurable: { ...configurable, __pregel_call: calling } };
    const given = await AsyncLocalStorageProviderSingleton.runWithConfig(heardConfig, () => a("first"));
    if (then === "asks") interrupt("ok?");
    if ((throws -= 1) >= 0) throw new Error("once more");
    return { log: [given] };
  };
  const graph = new StateGraph(LogState)
    .addNode("n", work, { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } })
    .addEdge(START, "n")
    .compile({ checkpointer: new MemorySaver() });
  return { graph, heard, ran };
}

describe("a task's calls of other tasks (else effects of tasks that are not run again count as left behind)", () => {
  it("go through __pregel_call, are counted in the task's scratchpad, and are answered after a human's answer without running again", async () => {
    const { graph, heard, ran } = listening("asks");
    await graph.invoke(input, thread);
    const { config } = await graph.getState(thread);
    await graph.invoke(new Command({ resume: "yes" }), thread);
    const place = {
      checkpoint: config.configurable?.["checkpoint_id"],
      path: ["__pregel_pull", "n"],
    };
    expect(heard).toEqual([
      place,
      { name: "a", position: 0, ran: true },
      place,
      { name: "a", position: 0, ran: false },
    ]);
    expect(ran).toEqual(["a"]);
  });

  it("are counted on when a retryPolicy tries the task again, which runs what it calls anew", async () => {
    const { graph, heard, ran } = listening("throws");
    await graph.invoke(input, thread);
    expect(heard.filter((each) => "ran" in Object(each))).toEqual([
      { name: "a", position: 0, ran: true },
      { name: "a", position: 1, ran: true },
    ]);
    expect(ran).toEqual(["a", "a"]);
  });
});
