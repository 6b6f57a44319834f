import {
  Annotation,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { EffectWorld } from "../../fixtures/effect-world.ts";
import { on } from "../../fixtures/chain-graph.ts";
import { readActs } from "../read-acts.ts";
import { effect, readHistory, withRollback, type UndoCall } from "../../index.ts";
import { gate } from "../../fixtures/gate.ts";

const State = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("an act that takes effect while its undo is under way", () => {
  it("is undone again before the next attempt begins, and its record says so", async () => {
    const world = new EffectWorld();
    const landing = gate();
    let attempts = 0;
    const book = async (_: typeof State.State, config: LangGraphRunnableConfig) => {
      const isFirst = (attempts += 1) === 1;
      const said = await effect(config, {
        name: "book",
        args: "book",
        act: async ({ key }) => {
          if (isFirst) await landing.passed;
          // A world that forgets what was undone: what lands after its undo holds.
          world.held.set(key, "book");
          return "booked";
        },
      });
      return { said: [said] };
    };
    const saver = new MemorySaver();
    const graph = new StateGraph(State)
      .addNode("book", book)
      .addNode("fail", () => {
        if (attempts < 2) throw new RangeError("it broke");
        return {};
      })
      .addEdge(START, "book")
      .addEdge(START, "fail")
      .compile({ checkpointer: saver });
    const heldAtFork: (readonly string[])[] = [];
    let undone = 0;
    const undo = async ({ key }: UndoCall): Promise<void> => {
      undone += 1;
      // Without waiting for this one, the next attempt would begin before it.
      if (undone > 1) await pause(100);
      world.held.delete(key);
      if (undone > 1) return;
      landing.open();
      while ((await readActs(saver, on("t")))[0]?.result === undefined) await pause(1);
    };
    const guarded = withRollback(graph, {
      verify: () => true,
      effects: { tools: { book: { undo } }, openTimeout: 1 },
      revalidate: () => {
        heldAtFork.push(world.holds);
        return {};
      },
    });
    await guarded.invoke({}, on("t"));
    expect(heldAtFork).toEqual([[]]);
    expect(undone).toBe(2);
    expect(world.holds).toEqual(["book"]);
    const [run] = await readHistory(guarded, on("t"));
    const [told] = run?.attempts[0]?.effects ?? [];
    expect(told).toMatchObject({ name: "book", outcome: "done", standing: "undone" });
    expect(told).not.toHaveProperty("mayStillLand");
  });
});
