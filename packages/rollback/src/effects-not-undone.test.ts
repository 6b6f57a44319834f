import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, failing, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { effect, readHistory, resumeRollback, withRollback, type RollbackEvent } from "./index.ts";

describe("an effect that cannot be undone after all", () => {
  it("ends the call with what is undone already, and can be taken up when it is mended", async () => {
    const world = new EffectWorld();
    let isDown = true;
    const undo: EffectWorld["undo"] = (call) => {
      if (isDown) throw new Error("the airline does not answer");
      world.undo(call);
    };
    const graph = doing(world, ["a1", "b2"]);
    const tools = { a: { undo }, b: { undo: world.undo } };
    const options = failing(1, { tools, undoRetries: 0 }, { policy: toStep(0) });
    const wrapped = withRollback(graph, options);
    await expect(wrapped.invoke({}, on("t"))).rejects.toMatchObject({
      code: "ROLLBACK_UNFINISHED",
      undone: [{ name: "b" }],
      notUndone: [{ name: "a" }],
      cause: { code: "UNDO_FAILED" },
    });
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.status).toBe("gave-up");
    expect(run?.attempts).toHaveLength(1);
    expect(run?.attempts[0]).toMatchObject({ unfinished: true, problem: { code: "UNDO_FAILED" } });
    expect(told(run?.attempts[0]?.effects)).toEqual(['b "b2" undone', 'a "a1" not-undone']);

    isDown = false;
    await resumeRollback(wrapped, on("t"));
    expect(world.asked.slice(2)).toEqual(['undo b "b2"', 'undo a "a1" again', "do a1", "do b2"]);
    const [again] = await readHistory(wrapped, on("t"));
    expect(again?.status).toBe("recovered");
    expect(told(again?.attempts[0]?.effects)).toEqual(['b "b2" undone', 'a "a1" undone']);
  });
});

describe("an effect that cannot be undone before its attempt is resumed", () => {
  it("keeps the attempt from running, and stands in the history until that is mended", async () => {
    const world = new EffectWorld();
    let isDown = true;
    const undo: EffectWorld["undo"] = (call) => {
      if (isDown) throw new Error("the bank does not answer");
      world.undo(call);
    };
    // It takes effect, and its answer is lost.
    const act = (name: string, config: LangGraphRunnableConfig) =>
      effect(config, {
        name,
        args: name,
        act: ({ key }) => {
          const done = world.act(key, name);
          if (isDown) throw new Error("the connection was lost");
          return done;
        },
      });
    const graph = doing(world, ["pay"], act);
    const events: RollbackEvent[] = [];
    const wrapped = withRollback(
      graph,
      failing(0, { tools: { pay: { undo } }, undoRetries: 0 }, { onEvent: (event) => events.push(event) }),
    );
    await expect(wrapped.invoke({}, on("t"))).rejects.toThrow("the connection was lost");
    events.length = 0;

    await expect(wrapped.invoke(null, on("t"))).rejects.toMatchObject({ code: "UNDO_FAILED" });
    expect(world.asked).toEqual(["do pay"]);
    expect(world.holds).toEqual(["pay"]);
    expect(events).toMatchObject([
      { type: "rollback:attempt-started" },
      { type: "rollback:problem", problem: { code: "UNDO_FAILED" } },
    ]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.problems).toMatchObject([{ attempt: 1, problem: { code: "UNDO_FAILED" } }]);
    expect(told(run?.problems[0]?.effects)).toEqual(['pay "pay" not-undone']);

    isDown = false;
    expect((await wrapped.invoke(null, on("t"))).said).toEqual(["did pay"]);
    expect(world.asked.slice(1)).toEqual(['undo pay "pay" (failed) again', "do pay"]);
    expect(world.holds).toEqual(["pay"]);
  });
});

describe("an effect that cannot be undone, and none is undone", () => {
  it("leaves the run's own result, and can be taken up when it is mended", async () => {
    const world = new EffectWorld();
    let isDown = true;
    const undo: EffectWorld["undo"] = (call) => {
      if (isDown) throw new Error("the airline does not answer");
      world.undo(call);
    };
    const wrapped = withRollback(
      doing(world, ["a1"]),
      failing(1, { tools: { a: { undo } }, undoRetries: 0 }, { policy: toStep(0) }),
    );
    for (const input of [{}, null]) expect((await wrapped.invoke(input, on("t"))).said).toEqual(["did a1"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(told(run?.attempts[0]?.effects)).toEqual(['a "a1" not-undone']);
    await expect(resumeRollback(wrapped, on("t"))).rejects.toMatchObject({ code: "UNDO_FAILED" });
    const [again] = await readHistory(wrapped, on("t"));
    expect(again?.attempts).toMatchObject([{ problem: { code: "UNDO_FAILED" } }]);
    expect(told(again?.attempts[0]?.effects)).toEqual(['a "a1" not-undone']);

    isDown = false;
    await resumeRollback(wrapped, on("t"));
    expect(world.asked.slice(1)).toEqual(['undo a "a1" again', "do a1"]);
  });
});
