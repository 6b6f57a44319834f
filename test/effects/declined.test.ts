import { Command, MemorySaver, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { effect, readHistory, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { ListWorld, thread } from "./list-world.ts";
import { besides } from "./ways-to-pay.ts";

/** Two nodes side by side that book, one of which then throws the first time. The rollback of that is declined, and a later run continues. */
async function declined(refused: number) {
  const world = new ListWorld();
  let throws = 1;
  const book = (name: string, config: LangGraphRunnableConfig) =>
    effect(config, { name: "book", args: name, act: ({ key }) => world.act(key, name) });
  const graph = besides(
    {
      first: (config) => book("first", config),
      second: async (config) => {
        const key = await book("second", config);
        if (throws-- > 0) throw new Error("second throws");
        return key;
      },
    },
    new MemorySaver(),
  );
  const wrapped = withRollback(graph, {
    verify: ({ attempt }) => attempt > refused,
    maxRollbacks: 1,
    approve: "always",
    effects: { tools: { book: { undo: world.undo } } },
    policy: { name: "second", decide: () => ({ kind: "roll-back", start: 1, reason: "the test says so" }) },
  });
  await wrapped.invoke({}, thread);
  const answer = (decision: string) => wrapped.invoke(new Command({ resume: { decision } }), thread);
  await expect(answer("decline")).rejects.toThrow("second throws");
  const resumed = await wrapped.invoke(null, thread);
  return { wrapped, world, answer, resumed };
}

describe("where a rollback is declined and a later run continues from the exception", () => {
  it("a task that had ended keeps its effect, and the other's is not done twice", async () => {
    const { world, resumed, wrapped } = await declined(0);
    expect(resumed.said.toSorted()).toEqual(["did first", "did second"]);
    expect(world.asked.toSorted()).toEqual(["do first", "do second"]);
    const [run] = await readHistory(wrapped, thread);
    expect(run?.attempts.at(-1)?.effects ?? []).toEqual([]);
  });

  it("a rollback of the later run keeps the effect of the task that it keeps", async () => {
    const { world, answer } = await declined(1);
    await answer("approve");
    expect(world.holds).toEqual(["first", "second"]);
    expect(world.asked).toEqual(["do first", "do second", "undo book", "do second"]);
  });
});
