import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { told } from "../fixtures/acting-graph.ts";
import { on } from "../fixtures/chain-graph.ts";
import { ask, newPost, type Post } from "../fixtures/mailing-agent.ts";
import { effectKey, withRollback, type EffectOptions } from "../index.ts";
import { readMiddlewareRecords, rollbackMiddleware, type RollbackMiddlewareConfig } from "./index.ts";

interface Mailing {
  readonly checkpointer?: MemorySaver | undefined;
  /** Attempts before the right one. */
  readonly wrong?: number;
  readonly mails?: number;
  readonly effects?: EffectOptions;
}

/** An agent with the middleware, which sends a mail in each attempt and then answers. */
function mailing(
  post: Post,
  {
    checkpointer = new MemorySaver(),
    wrong = 1,
    mails = 1,
    effects,
    ...options
  }: Mailing & RollbackMiddlewareConfig = {},
) {
  const sendMail = tool(
    async ({ to }, config) => {
      if (post.refuses.has(to)) throw new Error("No such address.");
      post.sent.push(to);
      post.keys.push(effectKey(config));
      if (post.hangs.has(to)) await new Promise(() => {});
      return `sent to ${to}`;
    },
    { name: "send_mail", description: "sends a mail", schema: z.object({ to: z.string() }) },
  );
  const model = [1, 2, 3].reduce(
    (fake, attempt) =>
      fake
        .respondWithTools(
          Array.from({ length: mails }, (_, nth) => {
            const to = `${"ab".charAt(nth)}${attempt}`;
            return { name: "send_mail", args: { to }, id: `call-${to}` };
          }),
        )
        .respond(new AIMessage(attempt > wrong ? "right" : "wrong")),
    fakeModel(),
  );
  const middleware = rollbackMiddleware({
    verify: ({ output }) => output?.messages.at(-1)?.text === "right",
    effects: { tools: { send_mail: "hold" }, ...effects },
    ...options,
  });
  return createAgent({ model, tools: [sendMail], checkpointer, middleware: [middleware] });
}

const standings = async (agent: ReturnType<typeof mailing>): Promise<readonly string[]> =>
  (await readMiddlewareRecords(agent, on("t"))).flatMap(({ effects }) => told(effects));

/** A checkpointer whose process dies once it has stored the nth mark of a kind, and what it leaves. */
function diesAfter(mark: string, nth: number) {
  const checkpointer = new MemorySaver();
  const putWrites = checkpointer.putWrites.bind(checkpointer);
  let count = 0;
  const left = new Promise<MemorySaver>((leave) => {
    checkpointer.putWrites = async (config, writes, taskId) => {
      await putWrites(config, writes, taskId);
      count += Number(taskId.includes(mark));
      if (count < nth) return;
      const { storage, writes: kept } = checkpointer;
      leave(Object.assign(new MemorySaver(), structuredClone({ storage, writes: kept })));
      await new Promise(() => {});
    };
  });
  return { checkpointer, left };
}

describe("an act that an agent with the middleware holds", () => {
  it("takes place once the turn is accepted, and never if its attempt fails", async () => {
    const post = newPost();
    const agent = mailing(post);
    const { messages } = await agent.invoke(ask, on("t"));
    expect(messages.at(-1)?.text).toBe("right");
    expect(post.sent).toEqual(["a2"]);
    expect(await standings(agent)).toEqual([
      'send_mail {"to":"a1"} discarded',
      'send_mail {"to":"a2"} released',
    ]);
  });

  it("takes place after the verdict, under the key of its record", async () => {
    const post = newPost();
    const seen: number[] = [];
    const agent = mailing(post, { verify: () => seen.push(post.sent.length) > 0 });
    await agent.invoke(ask, on("t"));
    expect(seen).toEqual([0]);
    const [record] = await readMiddlewareRecords(agent, on("t"));
    expect(record?.effects?.map(({ key }) => key)).toEqual(post.keys);
  });

  it.each([
    ["discard", [], "discarded"],
    ["release", ["a1"], "released"],
    ["hold", [], "held"],
  ] as const)(
    "is treated as `onUnaccepted: %s` says if the turn is given up",
    async (onUnaccepted, sent, standing) => {
      const post = newPost();
      const agent = mailing(post, { wrong: 9, maxRetries: 0, effects: { onUnaccepted } });
      await agent.invoke(ask, on("t"));
      expect(post.sent).toEqual(sent);
      expect(await standings(agent)).toEqual([`send_mail {"to":"a1"} ${standing}`]);
    },
  );

  it("stays held if the verifier throws", async () => {
    const post = newPost();
    const verify = () => {
      throw new Error("The judge is down.");
    };
    const agent = mailing(post, { verify });
    expect((await agent.invoke(ask, on("t"))).messages.at(-1)?.text).toBe("wrong");
    expect(post.sent).toEqual([]);
    expect(await standings(agent)).toEqual(['send_mail {"to":"a1"} held']);
  });

  it("leaves the turn its answer if it cannot be carried out, and says so", async () => {
    const post = newPost();
    post.refuses.add("a1");
    const agent = mailing(post, { wrong: 0 });
    expect((await agent.invoke(ask, on("t"))).messages.at(-1)?.text).toBe("right");
    expect(await standings(agent)).toEqual(['send_mail {"to":"a1"} not-released']);
    const [record] = await readMiddlewareRecords(agent, on("t"));
    expect(record).toMatchObject({ decision: "accept", problem: { code: "RELEASE_FAILED" } });
  });

  describe("whose process has died while such acts were carried out", () => {
    const died = async (post: Post) => {
      post.hangs.add("b1");
      const checkpointer = new MemorySaver();
      // Nobody waits for it: it never ends.
      void mailing(post, { wrong: 0, mails: 2, checkpointer }).invoke(ask, on("t"));
      await vi.waitFor(() => expect(post.sent).toEqual(["a1", "b1"]));
      post.hangs.clear();
      const { storage, writes } = checkpointer;
      const left = Object.assign(new MemorySaver(), structuredClone({ storage, writes }));
      const release = ({ args }: { readonly args: unknown }): void =>
        void post.sent.push(`again ${JSON.stringify(args)}`);
      const effects = { tools: { send_mail: { hold: { release } } } };
      return mailing(post, { wrong: 0, checkpointer: left, effects });
    };

    it("is carried out by the next call, and none twice that is known to be", async () => {
      const post = newPost();
      const other = await died(post);
      await other.invoke(null, on("t"));
      expect(post.sent).toEqual(["a1", "b1", 'again {"to":"b1"}']);
      expect(await standings(other)).toEqual([
        'send_mail {"to":"a1"} released',
        'send_mail {"to":"b1"} released',
      ]);
    });

    it("is told if the process died after the last of them, and before it could tell", async () => {
      const post = newPost();
      const stored = diesAfter(":released:", 2);
      void mailing(post, { wrong: 0, mails: 2, checkpointer: stored.checkpointer }).invoke(ask, on("t"));
      const other = mailing(post, { wrong: 0, checkpointer: await stored.left });
      await other.invoke(null, on("t"));
      expect(post.sent).toEqual(["a1", "b1"]);
      expect(await standings(other)).toEqual([
        'send_mail {"to":"a1"} released',
        'send_mail {"to":"b1"} released',
      ]);
    });

    it("waits if the process died right after one had failed, and the record says so", async () => {
      const post = newPost();
      post.refuses.add("a1");
      const stored = diesAfter(":unreleased:", 1);
      void mailing(post, { wrong: 0, mails: 2, checkpointer: stored.checkpointer }).invoke(ask, on("t"));
      const other = mailing(post, { wrong: 0, checkpointer: await stored.left });
      await other.invoke(null, on("t"));
      expect(post.sent).toEqual([]);
      expect(await standings(other)).toEqual([
        'send_mail {"to":"a1"} not-released',
        'send_mail {"to":"b1"} not-released',
      ]);
    });

    it("is carried out before the next turn, if that comes first", async () => {
      const post = newPost();
      const other = await died(post);
      await other.invoke(ask, on("t"));
      expect(post.sent).toEqual(["a1", "b1", 'again {"to":"b1"}']);
      const [before] = await readMiddlewareRecords(other, on("t"));
      expect(before?.decision).toBe("accept");
      expect(told(before?.effects)).toEqual([
        'send_mail {"to":"a1"} released',
        'send_mail {"to":"b1"} released',
      ]);
    });
  });

  it("needs a verdict", () => {
    const effects = { tools: { send_mail: "hold" } } as const;
    expect(() => rollbackMiddleware({ effects })).toThrow(/nothing is ever accepted/);
  });

  it("is refused where the agent has no checkpointer", async () => {
    const post = newPost();
    const tools = { send_mail: "hold" } as const;
    const middleware = rollbackMiddleware({ verify: () => true, effects: { tools } });
    const sendMail = tool(({ to }) => void post.sent.push(to), {
      name: "send_mail",
      description: "sends a mail",
      schema: z.object({ to: z.string() }),
    });
    const model = fakeModel()
      .respondWithTools([{ name: "send_mail", args: { to: "a1" }, id: "call" }])
      .respond(new AIMessage("right"));
    const agent = createAgent({ model, tools: [sendMail], middleware: [middleware] });
    const { messages } = await agent.invoke(ask, on("t"));
    expect(messages.at(-2)?.text).toContain("no checkpointer");
    expect(post.sent).toEqual([]);
  });

  it("is refused inside of `withRollback` that does not hear of it", async () => {
    const post = newPost();
    const wrapped = withRollback(mailing(post, { wrong: 0 }), { verify: () => true });
    const { messages } = await wrapped.invoke(ask, on("t"));
    expect(messages.at(-2)?.text).toContain("has the last word");
    expect(post.sent).toEqual([]);
  });

  it("is `withRollback`'s where that has effects of its own", async () => {
    const post = newPost();
    const wrapped = withRollback(mailing(post, { wrong: 0 }), {
      verify: () => true,
      effects: { tools: { send_mail: "hold" } },
    });
    await wrapped.invoke(ask, on("t"));
    expect(post.sent).toEqual(["a1"]);
  });
});
