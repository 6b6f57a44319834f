import { MemorySaver } from "@langchain/langgraph";
import { expect, it } from "vitest";

import { doing, failing, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { effect, settleHeld, withRollback, type EffectOptions } from "./index.ts";

it("an act stays held over later turns where the rollback itself has failed", async () => {
  const undo = (): never => {
    throw new Error("The world does not answer.");
  };
  const tools: EffectOptions["tools"] = { mail: { hold: { release: () => "sent" } }, book: { undo } };
  const graph = doing(
    new EffectWorld(),
    ["mail", "book"],
    (name, config) => effect(config, { name, args: name, act: () => "done at once" }),
    new MemorySaver(),
  );
  // The mail is kept by the rollback, which cannot undo the booking.
  const wrapped = withRollback(graph, failing(1, { tools, undoRetries: 0 }, { policy: toStep(1) }));
  await wrapped.invoke({}, on("t"));
  await wrapped.invoke({}, on("t"));
  expect(told(await settleHeld(wrapped, on("t"), "release"))).toEqual(['mail "mail" released']);
});
