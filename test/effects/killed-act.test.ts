import { MemorySaver } from "@langchain/langgraph";
import { effect, inProcessThreadLock, readHistory, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { line, ListWorld, thread } from "./list-world.ts";

/** One process that pays, with a lock of its own. Without an answer, nobody hears of it again once its act has landed. */
const process = (world: ListWorld, saver: MemorySaver, answers: boolean) =>
  withRollback(
    line(
      {
        pay: (config) =>
          effect(config, {
            name: "pay",
            args: {},
            act: async ({ key }) => {
              const done = world.act(key, "pay");
              if (!answers) await new Promise(() => {});
              return done;
            },
          }),
      },
      saver,
    ),
    {
      verify: () => true,
      effects: { tools: { pay: { undo: world.undo } } },
      lock: inProcessThreadLock(),
    },
  );

describe("an act whose process dies before its result is stored", () => {
  it("is of unknown outcome: undo is called, without a result, before it is done anew by another key", async () => {
    const world = new ListWorld();
    const saver = new MemorySaver();
    void process(world, saver, false).invoke({}, thread);
    await expect.poll(() => world.asked).toEqual(["do pay"]);
    const [key] = world.held.keys();
    const second = process(world, saver, true);
    await second.invoke(null, thread);
    expect(world.asked).toEqual(["do pay", "undo pay", "do pay"]);
    expect(world.calls).toMatchObject([{ key, outcome: "unknown", again: false }]);
    expect(world.calls[0]).not.toHaveProperty("result");
    expect(world.holds).toEqual(["pay"]);
    expect(world.held.has(key ?? "")).toBe(false);
    // An act that the process had asked for may be on its way.
    const [run] = await readHistory(second, thread);
    expect(run?.attempts[0]?.effects).toMatchObject([
      { key, outcome: "unknown", standing: "undone", mayStillLand: true },
    ]);
  });
});
