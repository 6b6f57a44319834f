import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { doing, failing, toStep } from "../fixtures/acting-graph.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { readHistory, withRollback, type RollbackOptions } from "../index.ts";
import { answerRollback, previewActions, retryFrom, settleEffect } from "./index.ts";

const NAMES = ["a1", "b2", "c3"];

/** A checkpointer over another one that stores nothing more after so many writes, as a process that is dead. */
class DyingSaver extends MemorySaver {
  left = Number.POSITIVE_INFINITY;

  override async put(...args: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
    this.#live();
    return super.put(...args);
  }

  override async putWrites(...args: Parameters<MemorySaver["putWrites"]>): Promise<void> {
    this.#live();
    return super.putWrites(...args);
  }

  #live(): void {
    if ((this.left -= 1) < 0) throw new Error("the process is dead");
  }
}

function agentOver(saver: DyingSaver, world: EffectWorld, more: Partial<RollbackOptions> = {}) {
  const undo = { undo: world.undo };
  const options = failing(
    0,
    { tools: { a: undo, b: undo, c: undo }, undoRetries: 0 },
    { policy: toStep(1), ...more },
  );
  return withRollback(doing(world, NAMES, undefined, saver), options);
}

describe("a process that dies while a person's retry is made", () => {
  it.each(Array.from({ length: 24 }, (_, writes) => ({ writes })))(
    "after $writes writes: the same request does the rest, and nothing twice",
    async ({ writes }) => {
      const saver = new DyingSaver();
      const world = new EffectWorld();
      await agentOver(saver, world).invoke({}, on("t"));
      const { expected } = await previewActions(agentOver(saver, world), on("t"));
      const request = { step: 1, by: "ada", expected };
      saver.left = writes;
      await Promise.allSettled([retryFrom(agentOver(saver, world), on("t"), request)]);
      saver.left = Number.POSITIVE_INFINITY;
      const agent = agentOver(saver, world);
      await retryFrom(agent, on("t"), request).catch(async (error: unknown) => {
        // The rollback itself has told the history that it could not be carried out, or the attempt that it failed.
        expect(error).toMatchObject({ code: expect.stringMatching(/ROLLBACK_UNFINISHED|ACTION_REFUSED/) });
        await agent.invoke(null, on("t"));
      });
      const { said } = (await agent.getState(on("t"))).values;
      expect(said).toEqual(["did a1", "did b2", "did c3"]);
      expect(world.holds).toEqual(NAMES);
      const [run] = await readHistory(agent, on("t"));
      expect(["recovered", "succeeded", "gave-up"]).toContain(run?.status);
      expect(run?.actions).toHaveLength(1);
    },
    60_000,
  );
});

/** An action on a thread. */
const deed = fc.record({
  kind: fc.constantFrom("retry", "approve", "decline", "undo", "turn", "resume"),
  step: fc.nat({ max: 2 }),
  by: fc.constantFrom("ada", "bob"),
  isStale: fc.boolean(),
});

describe("whatever people do to a thread", () => {
  it("leaves one that can be resumed, and whose state tells of what the world holds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        fc.boolean(),
        async (deeds, verdicts, asks) => {
          const world = new EffectWorld();
          let judged = 0;
          const agent = agentOver(new DyingSaver(), world, {
            verify: () => verdicts.at((judged += 1) % verdicts.length) ?? false,
            maxRollbacks: 1,
            ...(asks ? { approve: "always" as const } : {}),
          });
          await agent.invoke({}, on("t"));
          let stale = (await previewActions(agent, on("t"))).expected;
          const undone = new Set<string>();
          for (const { by, isStale, kind, step } of deeds) {
            const now = await previewActions(agent, on("t"));
            const expected = isStale ? stale : now.expected;
            const effect = now.effects.at(step % Math.max(now.effects.length, 1));
            const act = (): Promise<unknown> => {
              if (kind === "retry") return retryFrom(agent, on("t"), { step, by, expected });
              if (kind === "undo")
                return settleEffect(agent, on("t"), {
                  effect: effect?.id ?? "",
                  action: "undo",
                  by,
                  expected,
                });
              if (kind === "turn") return agent.invoke({}, on("t"));
              if (kind === "resume") return agent.invoke(null, on("t"));
              return answerRollback(agent, on("t"), { decision: kind, by, expected });
            };
            const [result] = await Promise.allSettled([act()]);
            if (result?.status === "rejected")
              expect(["ACTION_REFUSED", "THREAD_MOVED", "INVALID_OPTION"]).toContain(result.reason.code);
            else if (kind === "undo") undone.add(JSON.stringify(effect?.args));
            stale = now.expected;
          }
          const resumed = await agent.invoke(null, on("t"));
          expect(resumed.said.length % NAMES.length).toBe(0);
          const [run] = await readHistory(agent, on("t"));
          expect(run?.status).not.toBe("running");
          if (undone.size === 0) {
            const told = resumed.said.map((line) => line.slice("did ".length)).toSorted();
            expect(world.holds).toEqual(told);
          }
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  }, 120_000);
});
