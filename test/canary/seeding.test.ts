import { MemorySaver, type BaseCheckpointSaver, type CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { isSince } from "../fixtures/langgraph-version.ts";
import { at, input, LogState, stored, thread, wide } from "./graphs.ts";

/** p and q have run; a fork before both holds what p wrote, under the id that p has there. */
async function seeded() {
  const ran: string[] = [];
  const graph = wide({ p: () => void ran.push("p"), q: () => void ran.push("q") });
  await graph.invoke(input, thread);
  const before = (await stored(graph)).find(({ metadata }) => metadata?.step === 0);
  const { checkpointer } = graph;
  if (before === undefined || typeof checkpointer !== "object") throw new Error("expected p's checkpoint");
  const { tasks: old } = await graph.getState(at(before.checkpoint.id));
  const fork = { ...before.checkpoint, id: "ffffffff-0000-6000-8000-000000000000" };
  await checkpointer.put(at(before.checkpoint.id), fork, { source: "update", step: 1, parents: {} }, {});
  const { tasks } = await graph.getState(at(fork.id));
  const idOf = (list: typeof tasks) => list.find(({ name }) => name === "p")?.id ?? "";
  const writes = before.pendingWrites?.filter(([id]) => id === idOf(old)) ?? [];
  await checkpointer.putWrites(
    at(fork.id),
    writes.map(([, channel, value]) => [channel, value]),
    idOf(tasks),
  );
  ran.length = 0;
  return { graph, fork, ran };
}

/** A checkpointer that takes a fork for the newest checkpoint until a run has stored one of its own. */
function answering(saver: BaseCheckpointSaver, fork: string): BaseCheckpointSaver {
  const getTuple = saver.getTuple.bind(saver);
  const put = saver.put.bind(saver);
  let isPinned = true;
  saver.getTuple = (config) =>
    getTuple(isPinned && !config.configurable?.["checkpoint_id"] ? at(fork) : config);
  saver.put = (...args) => {
    isPinned = false;
    return put(...args);
  };
  return saver;
}

describe("writes that are stored with a fork under a task's id (else siblings cannot be kept)", () => {
  it("stand for the task, which does not run, if the run continues from the thread's head", async () => {
    const { graph, ran } = await seeded();
    const { log } = await graph.invoke(null, thread);
    expect(ran).toEqual(["q"]);
    expect(log).toEqual(["in", "p", "q", "join", "r", "r"]);
  });

  it("are passed over where the call names the fork", async () => {
    const { graph, fork, ran } = await seeded();
    await graph.invoke(null, at(fork.id));
    expect(ran).toEqual(["p", "q"]);
  });

  it("stand for the task where the checkpointer answers with the fork, though another checkpoint is newer", async () => {
    const { graph, fork, ran } = await seeded();
    const saver = graph.checkpointer;
    if (typeof saver !== "object") throw new Error("expected a checkpointer");
    const newer = { ...fork, id: "ffffffff-ffff-6000-8000-000000000000" };
    await saver.put(at(fork.id), newer, { source: "update", step: 2, parents: {} }, {});
    graph.checkpointer = answering(saver, fork.id);
    expect((await graph.invoke(null, thread)).log).toEqual(["in", "p", "q", "join", "r", "r"]);
    expect(ran).toEqual(["q"]);
  });

  it("stand for a subgraph's task, too, from LangGraph 1.5 on; before, its siblings run again", async () => {
    const ran: string[] = [];
    let broken = true;
    const team = new StateGraph(LogState)
      .addNode("p", () => {
        ran.push("p");
        return { log: ["p"] };
      })
      .addNode("q", async () => {
        ran.push("q");
        if (!broken) return { log: ["q"] };
        while (!(await hasWritten("p")));
        throw new RangeError("q broke");
      })
      .addEdge(START, "p")
      .addEdge(START, "q")
      .compile();
    const graph = new StateGraph(LogState)
      .addNode("team", team)
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });
    const hasWritten = async (value: string): Promise<boolean> =>
      (await stored(graph, {})).some(
        ({ config, pendingWrites = [] }) =>
          config.configurable?.["checkpoint_ns"] !== "" &&
          pendingWrites.some(([, channel, written]) => channel === "log" && String(written) === value),
      );
    await expect(graph.invoke(input, thread)).rejects.toThrow("q broke");
    broken = false;
    await graph.invoke(null, thread);
    expect(ran).toEqual(isSince("1.5") ? ["p", "q", "q"] : ["p", "q", "p", "q"]);
  });
});

describe("a stored error that was handled (else a rewind that keeps it runs its handler again)", () => {
  /** p, whose error is handled, and q, which throws until it is mended. */
  async function cutOff() {
    const ran: string[] = [];
    let broken = true;
    const graph = new StateGraph(LogState)
      .addNode(
        "p",
        () => {
          ran.push("p");
          throw new RangeError("p broke");
        },
        {
          errorHandler: () => {
            ran.push("handler");
            return { log: ["handled"] };
          },
        },
      )
      .addNode("q", async () => {
        ran.push("q");
        if (!broken) return { log: ["q"] };
        while (!(await stored(graph)).some(isHandled));
        throw new RangeError("q broke");
      })
      .addEdge(START, "p")
      .addEdge(START, "q")
      .compile({ checkpointer: new MemorySaver() });
    await expect(graph.invoke(input, thread)).rejects.toThrow("q broke");
    broken = false;
    ran.length = 0;
    return { graph, ran };
  }

  const isHandled = ({ pendingWrites = [] }: CheckpointTuple): boolean =>
    pendingWrites.some(([, , value]) => String(value) === "handled");

  it("makes its handler run again when the run is resumed, although the handler has finished", async () => {
    const { graph, ran } = await cutOff();
    await graph.invoke(null, thread);
    expect(ran.toSorted()).toEqual(["handler", "q"]);
  });

  it("is done where the handler's writes are the failed task's own, with __error_source_node__ and no error", async () => {
    const { graph, ran } = await cutOff();
    const { checkpointer } = graph;
    const [head] = await stored(graph);
    if (head === undefined || typeof checkpointer !== "object") throw new Error("expected a checkpoint");
    const fork = { ...head.checkpoint, id: "ffffffff-0000-6000-8000-000000000000" };
    await checkpointer.put(at(head.checkpoint.id), fork, { source: "update", step: 1, parents: {} }, {});
    const task = (await graph.getState(at(fork.id))).tasks.find(({ name }) => name === "p");
    await checkpointer.putWrites(
      at(fork.id),
      [
        ["__error_source_node__", { any: "value" }],
        ["log", ["kept"]],
      ],
      task?.id ?? "",
    );
    expect((await graph.invoke(null, thread)).log).toEqual(["in", "kept", "q"]);
    expect(ran).toEqual(["q"]);
  });
});
