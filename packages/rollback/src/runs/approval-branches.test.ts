import { Command, INTERRUPT, MemorySaver } from "@langchain/langgraph";
import { uuid6, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold, type ChainStep } from "../fixtures/chain-graph.ts";
import { appendEntry, readJournal } from "../history/journal.ts";
import { readHistory, withRollback, type RollbackOptions } from "../index.ts";

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });
const isAsked = { [INTERRUPT]: [{ value: { type: "rollback:approve", attempt: 1 } }] };

type Options = Partial<RollbackOptions<unknown, { log: string[] }>>;

/** The chain with rollback, whose rollbacks have to be approved. */
function chain(
  steps: Partial<Record<"a" | "b" | "c", ChainStep>>,
  checkpointer: BaseCheckpointSaver = new MemorySaver(),
  options: Options = {},
) {
  const { ran, builder } = chainGraph(steps);
  const graph = withRollback(builder.compile({ checkpointer }), {
    verify: nothingWrong,
    noteChannel: "note",
    approve: "always",
    ...options,
  });
  return { ran, graph };
}

const wrong = { b: untilTold("b") };
const right = ["a:right", "b:right", "c:right"];

describe("the attempt after the question", () => {
  const alwaysThrows = {
    a: () => {
      throw new RangeError("a broke");
    },
  };

  it("is the thread's head, also if it stores nothing but its fork", async () => {
    const { graph } = chain(alwaysThrows, undefined, { maxRollbacks: 1 });
    expect(await graph.invoke({ log: [] }, on("t"))).toMatchObject(isAsked);
    await expect(graph.invoke(answer(true), on("t"))).rejects.toThrow("a broke");
    const { next, tasks } = await graph.getState(on("t"));
    expect(next).toEqual(["a"]);
    expect(tasks.flatMap(({ interrupts }) => interrupts)).toEqual([]);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "gave-up", attempts: [{}, {}] }]);
  });

  it("needs approval, too, when it fails", async () => {
    const { graph, ran } = chain(alwaysThrows, undefined, { maxRollbacks: 2 });
    expect(await graph.invoke({ log: [] }, on("t"))).toMatchObject(isAsked);
    const second = await graph.invoke(answer(true), on("t"));
    expect(second).toMatchObject({ [INTERRUPT]: [{ value: { attempt: 2 } }] });
    await expect(graph.invoke(answer(true), on("t"))).rejects.toThrow("a broke");
    expect(ran.join("")).toBe("aaa");
  });
});

describe("a process that died", () => {
  /** A thread that waits for approval, and the decision that awaits it. */
  async function waiting() {
    const saver = new MemorySaver();
    const { graph } = chain(wrong, saver);
    await graph.invoke({ log: [] }, on("t"));
    const [question] = (await readJournal(saver, "t")).questions;
    if (question === undefined) throw new Error("no question is stored");
    return { saver, record: question.record };
  }

  it("after the approval was noted down has its rollback carried out", async () => {
    const { saver, record } = await waiting();
    const rewind = { ...record.rewind, fork: uuid6(0) };
    await appendEntry(saver, "t", "attempt", { ...record, rewind });
    const { graph, ran } = chain(wrong, saver);
    expect((await graph.invoke(null, on("t"))).log).toEqual(right);
    expect(ran.join("")).toBe("abc");
  });

  it("after a refusal was noted down has the question taken back", async () => {
    const { saver, record } = await waiting();
    const { rewind: _, ...rest } = record;
    await appendEntry(saver, "t", "attempt", { ...rest, decision: "give-up" });
    const { graph, ran } = chain(wrong, saver);
    expect((await graph.invoke(null, on("t"))).log).toEqual(["a:right", "b:wrong", "c:right"]);
    expect(ran).toEqual([]);
    expect((await graph.getState(on("t"))).tasks).toEqual([]);
  });
});
