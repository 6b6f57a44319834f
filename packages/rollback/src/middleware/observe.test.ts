import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { addingAgent } from "../fixtures/adding-agent.ts";
import { DamagedEffects } from "../fixtures/damaged-effects.ts";
import { isRight, middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { collected } from "../fixtures/speaking-graph.ts";
import { withRollback } from "../index.ts";
import {
  readMiddlewareRecords,
  rollbackMiddleware,
  verifiedByMiddleware,
  type MiddlewareEvent,
} from "./index.ts";

const REASON =
  'Attempt 1 failed (the sum is wrong); it would have been trimmed from step 1 of 3 on, but the mode is "observe".';

describe.each([{ version: "v1" as const }, { version: "v2" as const }])(
  "an agent whose middleware only observes ($version)",
  ({ version }) => {
    const observing = (more: Parameters<typeof middlewareAgent>[1] = {}) =>
      middlewareAgent(version, { verify: isRight, mode: "observe", ...more });

    it("gives what it gave, and the records say what would have been done", async () => {
      const { agent, asked, events } = observing({ onFailure: "error", approve: "always" });
      const { messages } = await agent.invoke(question, on("t"));
      expect(messages.map(({ text }) => text)).toEqual(["How much is 2 + 3?", "", "32", "The sum is 32."]);
      expect(asked).toEqual([[2, 30]]);
      const records = await readMiddlewareRecords(agent, on("t"));
      expect(records).toMatchObject([
        {
          decision: "give-up",
          reason: REASON,
          stopped: { by: "observing" },
          outcome: { ok: false },
          planned: { step: 0, kept: 0, redone: 3, note: expect.stringContaining("the sum is wrong") },
        },
      ]);
      expect(records[0]).not.toHaveProperty("trimmed");
      expect(events.map(({ type }) => type)).toEqual(["rollback:judged"]);
    });

    it("streams what it streams with a verifier that accepts", async () => {
      const updatesOf = async (verify: typeof isRight) => {
        const { agent } = observing({ verify });
        const streamMode = ["updates" as const, "custom" as const];
        const chunks = await collected(await agent.stream(question, { ...on("t"), streamMode }));
        return chunks.map(([mode, chunk]) => [mode, Object.keys(Object(chunk))]);
      };
      expect(await updatesOf(isRight)).toEqual(await updatesOf(() => true));
    });

    it("leaves standing what was done, and lists what would be undone", async () => {
      const world = new EffectWorld();
      const { agent } = observing({ effects: { tools: { add: { undo: world.undo } } } });
      await agent.invoke(question, on("t"));
      expect(world.asked).toEqual([]);
      expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([
        {
          effects: [{ name: "add", standing: "stands" }],
          planned: { effects: [{ name: "add", standing: "to-undo" }] },
        },
      ]);
    });

    it("calls its tools although what they did before cannot be read", async () => {
      const checkpointer = new DamagedEffects();
      const made = () => {
        const events: MiddlewareEvent[] = [];
        const effects = { tools: { add: "irreversible" as const } };
        const onEvent = (event: MiddlewareEvent) => void events.push(event);
        const own = rollbackMiddleware({ verify: isRight, mode: "observe", effects, onEvent });
        return { events, ...addingAgent({ version, middleware: [own], checkpointer }) };
      };
      const pausing = { ...on("t"), interruptBefore: ["tools"] };
      await made().agent.invoke(question, pausing);
      const { agent, asked, events } = made();
      checkpointer.isDamaged = true;
      await agent.invoke(null, on("t"));
      expect(asked).toEqual([[2, 30]]);
      expect(events).toMatchObject([
        { type: "rollback:problem" },
        { type: "rollback:problem" },
        { type: "rollback:judged" },
      ]);
    });

    it("keeps the next turn apart", async () => {
      const { agent } = observing();
      await agent.invoke(question, on("t"));
      await agent.invoke(question, on("t"));
      const records = await readMiddlewareRecords(agent, on("t"));
      expect(records.map(({ attempt, decision }) => [attempt, decision])).toEqual([
        [1, "give-up"],
        [1, "give-up"],
      ]);
    });

    it("leaves a failure to a graph with rollback around it", async () => {
      const { agent } = observing();
      const { messages } = await withRollback(agent, { verify: verifiedByMiddleware }).invoke(
        question,
        on("t"),
      );
      expect(messages.at(-1)?.text).toBe("The sum is 5.");
    });
  },
);
