import { type LangGraphRunnableConfig, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { failing, Said, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { ask, mailing, newPost } from "./fixtures/mailing-agent.ts";
import { readHistory, settleHeld, withRollback, type EffectOptions, type RollbackOptions } from "./index.ts";

type Calls = (config: LangGraphRunnableConfig) => Promise<unknown>;

/** A graph with one node, which calls another graph. */
const around = (calls: Calls, checkpointer = new MemorySaver()) =>
  new StateGraph(Said)
    .addNode("node", async (_: typeof Said.State, config: LangGraphRunnableConfig) => ({
      said: [String(await calls(config))],
    }))
    .addEdge(START, "node")
    .compile({ checkpointer });

/** Calls an agent that mails in each of its attempts. */
const asking =
  (inner: ReturnType<typeof mailing>, passedOn?: Parameters<typeof inner.invoke>[1] | "nothing"): Calls =>
  async (config) => {
    const own = passedOn === "nothing" ? undefined : (passedOn ?? config);
    return (await inner.invoke(ask, own)).messages.at(-1)?.text;
  };

const standings = async (graph: Parameters<typeof readHistory>[0], thread: string) => {
  const [run] = await readHistory(graph, on(thread));
  return run?.attempts.map(({ effects }) => told(effects));
};

describe("an act that a run inside of another run holds", () => {
  it("takes place once the run around is accepted, and not when its own is", async () => {
    const post = newPost();
    const inner = mailing(post);
    const seen: (readonly string[])[] = [];
    const graph = around(asking(inner));
    const options: RollbackOptions = {
      verify: () => {
        seen.push([...post.sent]);
        return true;
      },
      effects: {},
    };
    const wrapped = withRollback(graph, options);
    expect((await wrapped.invoke({}, on("t"))).said).toEqual(["right"]);
    expect(seen).toEqual([[]]);
    expect(post.sent).toEqual(["a2"]);
    expect(await standings(wrapped, "t")).toEqual([['send_mail {"to":"a2"} released']]);
  });

  it("keeps its key, and its own history says that it is passed on", async () => {
    const post = newPost();
    const inner = mailing(post, { wrong: 0 });
    const wrapped = withRollback(around(asking(inner, on("inner"))), failing(0, {}));
    await wrapped.invoke({}, on("t"));
    expect(await standings(inner, "inner")).toEqual([['send_mail {"to":"a1"} passed-on']]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts[0]?.effects?.map(({ key }) => key)).toEqual(post.keys);
  });

  it.each([
    ["passes its config on", undefined],
    ["passes nothing on", "nothing"],
    ["names a thread", on("inner")],
  ] as const)("never takes place if the run around undoes the step that %s", async (_, passedOn) => {
    const post = newPost();
    const inner = mailing(post, { wrong: 0 });
    const wrapped = withRollback(around(asking(inner, passedOn)), failing(1, {}, { policy: toStep(0) }));
    await wrapped.invoke({}, on("t"));
    expect(post.sent).toEqual(["a2"]);
    expect(await standings(wrapped, "t")).toEqual([
      ['send_mail {"to":"a1"} discarded'],
      ['send_mail {"to":"a2"} released'],
    ]);
  });

  it("never takes place if the run around is given up", async () => {
    const post = newPost();
    const inner = mailing(post, { wrong: 0 });
    const wrapped = withRollback(around(asking(inner)), failing(9, {}, { maxRollbacks: 0 }));
    await wrapped.invoke({}, on("t"));
    expect(post.sent).toEqual([]);
    expect(await standings(wrapped, "t")).toEqual([['send_mail {"to":"a1"} discarded']]);
  });

  it("waits for the outermost of three", async () => {
    const post = newPost();
    const inner = mailing(post, { wrong: 0 });
    const middle = withRollback(around(asking(inner)), failing(1, {}, { policy: toStep(0) }));
    const calls: Calls = async (config) => (await middle.invoke({}, config)).said;
    const sentAtTheEnd: number[] = [];
    const outer = withRollback(around(calls), {
      verify: () => sentAtTheEnd.push(post.sent.length) > 0,
      effects: {},
    });
    await outer.invoke({}, on("t"));
    expect(sentAtTheEnd).toEqual([0]);
    expect(post.sent).toEqual(["a2"]);
  });

  it("is refused if the run around does not hear of effects", async () => {
    const post = newPost();
    const inner = mailing(post, { wrong: 0 });
    const calls: Calls = async (config) => (await inner.invoke(ask, config)).messages.at(-2)?.text;
    const wrapped = withRollback(around(calls), { verify: () => true, maxRollbacks: 0 });
    const { said } = await wrapped.invoke({}, on("t"));
    expect(said[0]).toContain("Give that one `effects`");
    expect(post.sent).toEqual([]);
  });

  it("takes place with its own verdict if the run around is only observed", async () => {
    const post = newPost();
    const inner = mailing(post, { wrong: 0 });
    const wrapped = withRollback(around(asking(inner)), failing(9, {}, { mode: "observe" }));
    await wrapped.invoke({}, on("t"));
    expect(post.sent).toEqual(["a1"]);
  });

  it("is carried out as the run around says, which another process can do, too", async () => {
    const post = newPost();
    const checkpointer = new MemorySaver();
    const tools: EffectOptions["tools"] = {
      send_mail: { hold: { release: ({ args, key }) => void post.sent.push(JSON.stringify(args), key) } },
    };
    const inner = mailing(newPost(), { wrong: 0 });
    const options = failing(9, { tools, onUnaccepted: "hold" }, { maxRollbacks: 0 });
    await withRollback(around(asking(inner), checkpointer), options).invoke({}, on("t"));
    // As another process would have it: nothing of the first graph is known to it.
    const other = withRollback(
      around(() => Promise.resolve(""), checkpointer),
      options,
    );
    const [settled] = await settleHeld(other, on("t"), "release");
    expect(settled).toMatchObject({ name: "send_mail", standing: "released" });
    expect(post.sent).toEqual(['{"to":"a1"}', settled?.key]);
  });

  it("is asked for once where the node that asks is tried again", async () => {
    const post = newPost();
    const inner = mailing(post, { wrong: 0 });
    let tries = 0;
    const graph = new StateGraph(Said)
      .addNode(
        "node",
        async (_: typeof Said.State, config: LangGraphRunnableConfig) => {
          await inner.invoke(ask, config);
          if ((tries += 1) === 1) throw new Error("once");
          return { said: ["done"] };
        },
        { retryPolicy: { maxAttempts: 2, initialInterval: 1 } },
      )
      .addEdge(START, "node")
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, failing(0, {}));
    await wrapped.invoke({}, on("t"));
    expect(tries).toBe(2);
    expect(post.sent).toEqual(["a2"]);
    expect(await standings(wrapped, "t")).toEqual([
      expect.arrayContaining(['send_mail {"to":"a1"} discarded', 'send_mail {"to":"a2"} released']),
    ]);
  });
});
