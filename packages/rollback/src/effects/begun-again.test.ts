import { MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { expect, it } from "vitest";

import { Said } from "../fixtures/acting-graph.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { effect, withRollback } from "../index.ts";

/** Keeps the first write of an act's intent until it is let go of. */
class SlowSaver extends MemorySaver {
  letGo = (): void => {};
  readonly #held = new Promise<void>((resolve) => (this.letGo = resolve));
  #isFirst = true;

  override async putWrites(...args: Parameters<MemorySaver["putWrites"]>): Promise<void> {
    const isIntent = JSON.stringify(args[1]).includes('"mark":"intent"');
    if (isIntent && this.#isFirst) {
      this.#isFirst = false;
      await this.#held;
    }
    return super.putWrites(...args);
  }
}

it("an act is not called whose node runs again while the act's intent is being stored", async () => {
  const [world, saver] = [new EffectWorld(), new SlowSaver()];
  const said: unknown[] = [];
  let tries = 0;
  const graph = new StateGraph(Said)
    .addNode(
      "a",
      async (_, config) => {
        const nth = (tries += 1);
        const acting = effect(config, {
          name: "pay",
          args: "7",
          act: ({ key }) => world.act(key, `${nth}`),
        });
        if (nth === 1) {
          acting.catch((error: unknown) => said.push(error));
          throw new TypeError("the first try fails");
        }
        saver.letGo();
        return { said: [await acting] };
      },
      { retryPolicy: { maxAttempts: 2, initialInterval: 1, logWarning: false } },
    )
    .addEdge(START, "a")
    .compile({ checkpointer: saver });
  const wrapped = withRollback(graph, {
    verify: () => true,
    effects: { tools: { pay: { undo: world.undo } } },
  });
  expect(await wrapped.invoke({}, on("t"))).toEqual({ said: ["did 2"] });
  await expect.poll(() => said).toMatchObject([{ code: "ATTEMPT_OVER" }]);
  expect(world.asked.filter((asked) => asked.startsWith("do"))).toEqual(["do 2"]);
  expect(world.holds).toEqual(["2"]);
});
