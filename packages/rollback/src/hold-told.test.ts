import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "./fixtures/chain-graph.ts";
import { ask, mailing, newPost } from "./fixtures/mailing-agent.ts";
import { readTrajectory, settleHeld, type EffectOptions } from "./index.ts";

/** Takes a turn. @returns the notes in the conversation then */
async function turn(agent: ReturnType<typeof mailing>): Promise<readonly string[]> {
  const { messages } = await agent.invoke(ask, on("t"));
  return messages.flatMap(({ name, text }) => (name === "rollback" ? [text] : []));
}

const effectsOf = (more: Partial<EffectOptions>): EffectOptions => ({
  tools: { send_mail: "hold" },
  ...more,
});

describe("the turn after one whose receipts say more than is true", () => {
  it.each([
    ["discard", "given up, never carried out"],
    ["hold", "not decided yet, not carried out so far"],
  ] as const)("is told so, with `onUnaccepted: %s`", async (onUnaccepted, fate) => {
    const inputs: unknown[] = [];
    const agent = mailing(newPost(), {
      maxRollbacks: 0,
      effects: effectsOf({ onUnaccepted }),
      verify: ({ input }) => inputs.push(input) > 1,
    });
    expect(await turn(agent)).toEqual([]);
    expect(await turn(agent)).toEqual([expect.stringContaining(`"send_mail {\\"to\\":\\"a1\\"}" (${fate})`)]);
    // The turn's own input is what the user gave.
    expect(inputs).toEqual([ask, ask]);
    expect((await readTrajectory(agent, on("t"))).task).toBe("Mail them.");
  });

  it("is told of what could not be carried out", async () => {
    const post = newPost();
    post.refuses.add("a1");
    const agent = mailing(post, { wrong: 0 });
    await turn(agent);
    expect(await turn(agent)).toEqual([expect.stringContaining("failed, or waiting behind one that failed")]);
  });

  it("is told nothing once all of it is carried out", async () => {
    const agent = mailing(newPost(), {
      wrong: 9,
      maxRollbacks: 0,
      effects: effectsOf({ onUnaccepted: "hold" }),
    });
    await turn(agent);
    await settleHeld(agent, on("t"), "release");
    expect(await turn(agent)).toEqual([]);
  });

  it("is told nothing of an attempt that was rolled back: its receipts are gone", async () => {
    const agent = mailing(newPost(), { checkpointer: new MemorySaver() });
    const notes = await turn(agent);
    expect(notes).toHaveLength(1);
    expect(await turn(agent)).toEqual(notes);
  });

  it("is told once", async () => {
    const post = newPost();
    const agent = mailing(post, { maxRollbacks: 0, wrong: 1 });
    await turn(agent);
    await turn(agent);
    expect(await turn(agent)).toHaveLength(1);
  });
});
