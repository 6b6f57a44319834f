import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { told } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { ask, mailing, newPost, standings, type Post } from "./fixtures/mailing-agent.ts";
import { warningsOf } from "./fixtures/warnings-of.ts";
import { inProcessThreadLock, readHistory, releasePending, settleHeld, type EffectOptions } from "./index.ts";

describe("a tool that is held", () => {
  it("gives a receipt, and acts once the run is accepted: never in an attempt that failed", async () => {
    const post = newPost();
    const agent = mailing(post, {
      verify: ({ attempt }) => {
        expect(post.sent).toEqual([]);
        return attempt > 1;
      },
    });
    const { messages } = await agent.invoke(ask, on("t"));
    expect(post.sent).toEqual(["a2"]);
    expect(messages.at(-2)?.content).toMatch(/^"send_mail" is accepted/);
    expect(await standings(agent)).toEqual([
      '1: send_mail {"to":"a1"} discarded',
      '2: send_mail {"to":"a2"} released',
    ]);
  });

  it("acts under the key that its record has", async () => {
    const post = newPost();
    const agent = mailing(post, { wrong: 0 });
    await agent.invoke(ask, on("t"));
    const [run] = await readHistory(agent, on("t"));
    expect(post.keys).toEqual([run?.attempts[0]?.effects?.[0]?.key]);
  });

  it("acts in the order of the calls; one that fails keeps back those behind it, and is told beside the result", async () => {
    const post = newPost();
    post.refuses.add("b1");
    const agent = mailing(post, { wrong: 0, mails: 3 });
    let content: unknown;
    const warnings = await warningsOf(async () => {
      content = (await agent.invoke(ask, on("t"))).messages.at(-1)?.content;
    });
    expect(content).toBe("right");
    expect(post.sent).toEqual(["a1"]);
    expect(warnings.map(({ code }) => code)).toContain("RELEASE_FAILED");
    const [run] = await readHistory(agent, on("t"));
    expect(run).toMatchObject({ status: "succeeded", attempts: [{ problem: { code: "RELEASE_FAILED" } }] });
    expect(await standings(agent)).toEqual([
      '1: send_mail {"to":"a1"} released',
      '1: send_mail {"to":"b1"} not-released',
      '1: send_mail {"to":"c1"} not-released',
    ]);
    // It may have taken effect: no call tries it again by itself.
    post.refuses.clear();
    await agent.invoke(null, on("t"));
    expect(post.sent).toEqual(["a1"]);
    expect(told(await settleHeld(agent, on("t"), "release"))).toEqual([
      'send_mail {"to":"b1"} released',
      'send_mail {"to":"c1"} released',
    ]);
    expect(post.sent).toEqual(["a1", "b1", "c1"]);
    expect((await readHistory(agent, on("t")))[0]?.attempts[0]?.problem).toBeUndefined();
  });

  it.each([
    ["discard", [], "discarded"],
    ["release", ["a2"], "released"],
    ["hold", [], "held"],
  ] as const)(
    "is handled as `onUnaccepted` says where the run is given up: %s",
    async (onUnaccepted, sent, standing) => {
      const post = newPost();
      const effects: EffectOptions = { tools: { send_mail: "hold" }, onUnaccepted };
      const agent = mailing(post, { wrong: 3, maxRollbacks: 1, effects });
      await agent.invoke(ask, on("t"));
      expect(post.sent).toEqual(sent);
      expect(await standings(agent)).toEqual([
        '1: send_mail {"to":"a1"} discarded',
        `2: send_mail {"to":"a2"} ${standing}`,
      ]);
    },
  );

  it("is settled by hand for earlier runs, too", async () => {
    const post = newPost();
    const effects: EffectOptions = { tools: { send_mail: "hold" }, onUnaccepted: "hold" };
    const agent = mailing(post, { wrong: 9, maxRollbacks: 0, effects });
    await agent.invoke(ask, on("t"));
    await agent.invoke(ask, on("t"));
    expect(told(await settleHeld(agent, on("t"), "release"))).toEqual([
      'send_mail {"to":"a1"} released',
      'send_mail {"to":"a2"} released',
    ]);
    expect(post.sent).toEqual(["a1", "a2"]);
  });

  it("ends the call by an error with the result where one fails, if that is asked for", async () => {
    const post = newPost();
    post.refuses.add("a1");
    const effects: EffectOptions = { tools: { send_mail: "hold" }, onReleaseFailure: "throw" };
    const agent = mailing(post, { wrong: 0, effects });
    const call = agent.invoke(ask, on("t"));
    await expect(call).rejects.toMatchObject({
      code: "RELEASE_FAILED",
      effect: "send_mail",
      output: { messages: expect.arrayContaining([expect.objectContaining({ content: "right" })]) },
      cause: { message: "No such address." },
    });
    expect((await readHistory(agent, on("t")))[0]?.status).toBe("succeeded");
  });

  it("stays held where the verifier itself fails", async () => {
    const post = newPost();
    const agent = mailing(post, {
      verify: () => {
        throw new Error("The judge is down.");
      },
    });
    await agent.invoke(ask, on("t"));
    expect(post.sent).toEqual([]);
    expect(await standings(agent)).toEqual(['1: send_mail {"to":"a1"} held']);
    // A person decides.
    expect(told(await settleHeld(agent, on("t"), "discard"))).toEqual(['send_mail {"to":"a1"} discarded']);
    expect(await settleHeld(agent, on("t"), "release")).toEqual([]);
    expect(post.sent).toEqual([]);
    expect(await standings(agent)).toEqual(['1: send_mail {"to":"a1"} discarded']);
  });

  it("acts at once where the run is only observed, as in the bare graph", async () => {
    const post = newPost();
    await mailing(post, { mode: "observe" }).invoke(ask, on("t"));
    expect(post.sent).toEqual(["a1"]);
  });

  it("is not refused as an irreversible one is: the run is rolled back", async () => {
    const post = newPost();
    const agent = mailing(post, { effects: { tools: { send_mail: "irreversible" } } });
    await agent.invoke(ask, on("t"));
    expect(post.sent).toEqual(["a1"]);
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.stopped).toMatchObject({ by: "irreversible-effect" });
  });

  it("has a receipt and a release of one's own", async () => {
    const post = newPost();
    const effects: EffectOptions = {
      tools: {
        send_mail: {
          hold: {
            receipt: ({ args }) => ({ queued: args }),
            release: ({ args, key }) => void post.sent.push(JSON.stringify([args, key.length > 0])),
          },
        },
      },
    };
    const { messages } = await mailing(post, { wrong: 0, effects }).invoke(ask, on("t"));
    expect(JSON.parse(String(messages.at(-2)?.text))).toEqual({ queued: { to: "a1" } });
    expect(post.sent).toEqual(['[{"to":"a1"},true]']);
  });

  describe("where the process died after the acceptance was stored", () => {
    const died = async (post: Post) => {
      const checkpointer = new MemorySaver();
      let isDead = true;
      const effects: EffectOptions = {
        tools: {
          send_mail: {
            hold: {
              release: ({ args }) => {
                if (isDead) return new Promise(() => {});
                post.sent.push(JSON.stringify(args));
              },
            },
          },
        },
      };
      const dying = mailing(post, { wrong: 0, checkpointer, effects });
      void dying.invoke(ask, on("t"));
      await expect
        .poll(async () => (await readHistory(checkpointer, on("t")))[0]?.status, { timeout: 60_000 })
        .toBe("succeeded");
      isDead = false;
      const alive = new MemorySaver();
      alive.storage = checkpointer.storage;
      alive.writes = checkpointer.writes;
      return mailing(post, { wrong: 0, checkpointer: alive, effects, lock: inProcessThreadLock() });
    };

    it("is carried out by the next call", async () => {
      const post = newPost();
      const other = await died(post);
      await other.invoke(null, on("t"));
      await other.invoke(null, on("t"));
      expect(post.sent).toEqual(['{"to":"a1"}']);
      expect(await standings(other)).toEqual(['1: send_mail {"to":"a1"} released']);
    });

    it("is carried out by who looks for what processes have left behind", async () => {
      const post = newPost();
      const other = await died(post);
      expect(await releasePending(other)).toMatchObject([
        { threadId: "t", effects: [{ name: "send_mail", standing: "released" }] },
      ]);
      expect(await releasePending(other)).toEqual([]);
      expect(post.sent).toEqual(['{"to":"a1"}']);
    });
  });
});
