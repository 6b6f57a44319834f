import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { isRight, middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { readMiddlewareRecords } from "./index.ts";

describe.each([{ version: "v1" as const }, { version: "v2" as const }])(
  "effects of an agent with the middleware ($version)",
  ({ version }) => {
    it("are undone before the model is called again", async () => {
      const world = new EffectWorld();
      const { agent, asked } = middlewareAgent(version, {
        verify: isRight,
        effects: { tools: { add: { undo: world.undo } } },
      });
      const { messages } = await agent.invoke(question, on("t"));
      expect(messages.at(-1)?.text).toBe("The sum is 5.");
      expect(asked).toEqual([
        [2, 30],
        [2, 3],
      ]);
      expect(world.asked).toEqual(['undo add {"a":2,"b":30}']);
      const [first, second] = await readMiddlewareRecords(agent, on("t"));
      expect(first?.effects).toMatchObject([{ name: "add", standing: "undone", outcome: "done", step: 1 }]);
      expect(first?.note).toContain("These calls were undone");
      expect(second?.effects).toBeUndefined();
    });

    it("end the turn where they are irreversible", async () => {
      const { agent } = middlewareAgent(version, {
        verify: isRight,
        effects: { tools: { add: "irreversible" } },
      });
      const { messages } = await agent.invoke(question, on("t"));
      expect(messages.at(-1)?.text).toBe("The sum is 32.");
      const records = await readMiddlewareRecords(agent, on("t"));
      expect(records).toMatchObject([{ decision: "give-up", stopped: { by: "irreversible-effect" } }]);
    });

    it("leave the turn its own answer where one cannot be undone", async () => {
      const undo = () => {
        throw new Error("the world does not answer");
      };
      const { agent } = middlewareAgent(version, {
        verify: isRight,
        effects: { tools: { add: { undo } }, undoRetries: 0 },
      });
      const { messages } = await agent.invoke(question, on("t"));
      expect(messages.at(-1)?.text).toBe("The sum is 32.");
      const records = await readMiddlewareRecords(agent, on("t"));
      expect(records).toMatchObject([
        { decision: "give-up", problem: { code: "UNDO_FAILED" }, effects: [{ standing: "not-undone" }] },
      ]);
    });
  },
);
