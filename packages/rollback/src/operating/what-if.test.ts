import {
  Annotation,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { effect, getReplanNote, readHistory, type RollbackOptions, withRollback } from "../index.ts";
import { previewActions, retryFrom, whatIf } from "./index.ts";

const State = Annotation.Root({
  seat: Annotation<string>,
  log: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
});

/** Chooses a seat, books and pays it, and says so. It books the aisle unless it is told otherwise. */
function desk(checkpointer: BaseCheckpointSaver, options: Partial<RollbackOptions> = {}) {
  const world: string[] = [];
  const act = (name: string) => async (state: typeof State.State, config: LangGraphRunnableConfig) => {
    const args = getReplanNote(config)?.includes("window") === true ? "1A" : state.seat;
    const done = { name, args, act: () => world.push(`${name} ${args}`) };
    return { log: [`${name} ${await effect(config, done)}`] };
  };
  const graph = new StateGraph(State)
    .addNode("choose", () => ({ seat: "1C" }))
    .addNode("book", act("book"))
    .addNode("pay", act("pay"))
    .addNode("say", ({ seat }) => ({ log: [`say ${seat}`] }))
    .addEdge(START, "choose")
    .addEdge("choose", "book")
    .addEdge("book", "pay")
    .addEdge("pay", "say")
    .compile({ checkpointer });
  const undo = ({ name }: { readonly name: string }): void => void world.push(`undo ${name}`);
  const guarded = withRollback(graph, {
    verify: ({ output }) => output?.log.at(-1) !== "say 1C" || { ok: false, reason: "not the aisle" },
    maxRollbacks: 0,
    effects: { tools: { book: { undo }, pay: { undo } }, nodes: { choose: "read-only", say: "read-only" } },
    ...options,
  });
  return { graph: guarded, world };
}

/** Nodes whose own code may run on the copy: their acts are asked for one by one. */
const RULES = { nodes: { book: "run", pay: "run" } } as const;

const memory = () => {
  const saver = new MemorySaver();
  return { saver, bytes: () => JSON.stringify([saver.storage, saver.writes], asText) };
};
const asText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
const sqlite = () => {
  const saver = SqliteSaver.fromConnString(":memory:");
  return { saver, bytes: () => saver.db.serialize().toString("hex") };
};

describe.each([
  { name: "memory", open: memory },
  { name: "SQLite", open: sqlite },
])("a what-if over $name", ({ open }) => {
  const ended = async (options: Partial<RollbackOptions> = {}) => {
    const { bytes, saver } = open();
    const made = desk(saver, options);
    await made.graph.invoke({ log: [] }, on("t"));
    const { expected } = await previewActions(made.graph, on("t"));
    return { ...made, saver, bytes, request: { step: 1, by: "ada", expected } };
  };

  it("leaves the thread equal to the byte, and does no act again", async () => {
    const { bytes, graph, request, world } = await ended();
    const before = bytes();
    const tried = await whatIf(graph, on("t"), { ...request, update: { seat: "1C" } }, RULES);
    expect(tried.status).toBe("rejected");
    expect(tried.calls.map(({ answer, name }) => `${name} ${answer}`)).toEqual([
      "book recorded",
      "pay recorded",
    ]);
    expect(tried.rewind).toMatchObject({ step: 1, kept: 1 });
    expect(bytes()).toBe(before);
    expect(world).toEqual(["book 1C", "pay 1C"]);
  });

  it("does not do an act that differs: it ends there, and says which act it was", async () => {
    const { bytes, graph, request, world } = await ended();
    const before = bytes();
    const tried = await whatIf(graph, on("t"), { ...request, note: "Take the window." }, RULES);
    expect(tried).toMatchObject({ status: "inconclusive", note: "Take the window." });
    expect(tried.calls).toMatchObject([{ kind: "act", name: "book", args: "1A", answer: "refused" }]);
    expect(world).toEqual(["book 1C", "pay 1C"]);
    expect(bytes()).toBe(before);
  });

  it("lets a function of the agent's own stand for an act, and is judged with the edited state", async () => {
    const { bytes, graph, request, world } = await ended();
    const before = bytes();
    const tools = { book: () => 7, pay: () => 8 };
    const edited = { ...request, note: false as const, update: { seat: "2F" } };
    const tried = await whatIf(graph, on("t"), edited, { ...RULES, tools });
    expect(tried).toMatchObject({ status: "accepted", output: { log: ["book 7", "pay 8", "say 2F"] } });
    expect(tried.note).toBeUndefined();
    expect(world).toEqual(["book 1C", "pay 1C"]);
    expect(bytes()).toBe(before);
  });

  it("is tried while a question waits, which goes on waiting", async () => {
    const { bytes, graph, request } = await ended({ approve: "always", maxRollbacks: 1 });
    const before = bytes();
    const tried = await whatIf(graph, on("t"), { ...request, step: 3, update: { seat: "2F" } }, RULES);
    expect(tried.status).toBe("accepted");
    expect(bytes()).toBe(before);
    expect((await readHistory(graph, on("t")))[0]?.status).toBe("interrupted");
  });

  it("is refused where the thread has changed since, and runs nothing", async () => {
    const { bytes, graph, request, world } = await ended();
    await retryFrom(graph, on("t"), { ...request, step: 3 });
    world.length = 0;
    const before = bytes();
    await expect(whatIf(graph, on("t"), request, RULES)).rejects.toMatchObject({ code: "THREAD_MOVED" });
    expect(bytes()).toBe(before);
    expect(world).toEqual([]);
  });

  it.each([{ step: 4 }, { step: -1 }, { by: "" }, { by: "a\nb" }])("is refused with %o", async (wrong) => {
    const { graph, request } = await ended();
    await expect(whatIf(graph, on("t"), { ...request, ...wrong }, RULES)).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });
});
