import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { effect, settleHeld, withRollback, type EffectOptions, type RollbackOptions } from "./index.ts";

/** Two nodes that mail, the second of which then throws the first time. The run is given up, and holds both mails or what `onUnaccepted` says. */
async function gaveUp({
  onUnaccepted,
  ...options
}: Pick<EffectOptions, "onUnaccepted"> & Partial<RollbackOptions>) {
  const post = { sent: [] as unknown[], isDown: false };
  const release = ({ args }: { readonly args: unknown }): void => {
    if (post.isDown) throw new Error("The post is closed.");
    post.sent.push(args);
  };
  let throws = 1;
  const graph = doing(
    new EffectWorld(),
    ["first", "second"],
    async (name, config) => {
      const receipt = await effect(config, { name: "mail", args: name, act: () => "sent at once" });
      if (name === "second" && throws-- > 0) throw new Error("second throws");
      return receipt;
    },
    new MemorySaver(),
  );
  const wrapped = withRollback(graph, {
    verify: () => true,
    maxRollbacks: 0,
    effects: { tools: { mail: { hold: { release } } }, ...(onUnaccepted && { onUnaccepted }) },
    ...options,
  });
  const threw = (call: Promise<unknown>) => expect(call).rejects.toThrow("second throws");
  return { post, wrapped, threw };
}

describe("what a run holds that threw, once another run continues it", () => {
  it("is not carried out again if it was released", async () => {
    const { post, threw, wrapped } = await gaveUp({ onUnaccepted: "release" });
    await threw(wrapped.invoke({}, on("t")));
    expect(post.sent).toEqual(["first", "second"]);
    const { said } = await wrapped.invoke(null, on("t"));
    expect(said).toHaveLength(2);
    expect(await settleHeld(wrapped, on("t"), "release")).toEqual([]);
    expect(post.sent).toEqual(["first", "second"]);
  });
});
