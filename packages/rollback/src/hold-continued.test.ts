import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import {
  effect,
  readHistory,
  settleHeld,
  withRollback,
  type EffectOptions,
  type RollbackOptions,
} from "./index.ts";

/** Two nodes that mail, the second of which then throws the first time. A run in which it throws is given up. @param given.asks whether it asks a human the second time */
async function gaveUp({
  onUnaccepted = "discard",
  onIrreversible = "stop",
  asks = false,
  ...options
}: Pick<EffectOptions, "onUnaccepted" | "onIrreversible"> &
  Partial<RollbackOptions> & { readonly asks?: boolean }) {
  const post = { sent: [] as unknown[], atOnce: [] as unknown[], isDown: false };
  const release = ({ args }: { readonly args: unknown }): void => {
    if (post.isDown) throw new Error("The post is closed.");
    post.sent.push(args);
  };
  let throws = 1;
  const graph = doing(
    new EffectWorld(),
    ["first", "second"],
    async (name, config) => {
      const act = (): string => {
        post.atOnce.push(name);
        return "sent at once";
      };
      const receipt = await effect(config, { name: "mail", args: name, act });
      if (name === "second" && throws-- > 0) throw new Error("second throws");
      if (name === "second" && asks && throws === -1) interrupt("May the mail leave?");
      return receipt;
    },
    new MemorySaver(),
  );
  const given: RollbackOptions = {
    verify: () => true,
    maxRollbacks: 0,
    effects: { tools: { mail: { hold: { release } } }, onUnaccepted, onIrreversible },
    ...options,
  };
  const wrapped = withRollback(graph, given);
  const observed = withRollback(graph, { ...given, mode: "observe" });
  const threw = (call: Promise<unknown>) => expect(call).rejects.toThrow("second throws");
  return { observed, post, wrapped, threw };
}

const standings = async (graph: Parameters<typeof readHistory>[0]) =>
  (await readHistory(graph, on("t"))).map(({ attempts }) => told(attempts.at(-1)?.effects));

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

  it("is carried out once if that run is accepted, and nobody can settle it again", async () => {
    const { post, threw, wrapped } = await gaveUp({ onUnaccepted: "hold" });
    await threw(wrapped.invoke({}, on("t")));
    expect(await standings(wrapped)).toEqual([['mail "first" held', 'mail "second" held']]);
    await wrapped.invoke(null, on("t"));
    expect(post.sent).toEqual(["first", "second"]);
    expect(await standings(wrapped)).toEqual([
      ['mail "first" released', 'mail "second" released'],
      ['mail "first" passed-on', 'mail "second" passed-on'],
    ]);
    expect(await settleHeld(wrapped, on("t"), "release")).toEqual([]);
    expect(post.sent).toEqual(["first", "second"]);
  });

  it("never takes place if that run gives it up", async () => {
    const { post, threw, wrapped } = await gaveUp({
      onUnaccepted: "hold",
      verify: () => false,
      approve: "always",
      maxRollbacks: 1,
    });
    await wrapped.invoke({}, on("t"));
    await threw(wrapped.invoke(new Command({ resume: "decline" }), on("t")));
    await wrapped.invoke(null, on("t"));
    await wrapped.invoke(new Command({ resume: { decision: "decline", held: "discard" } }), on("t"));
    expect(await settleHeld(wrapped, on("t"), "release")).toEqual([]);
    expect(post.sent).toEqual([]);
  });

  it("waits for a person if its release has failed, and that run says so", async () => {
    const { post, threw, wrapped } = await gaveUp({ onUnaccepted: "release" });
    post.isDown = true;
    await threw(wrapped.invoke({}, on("t")));
    post.isDown = false;
    await wrapped.invoke(null, on("t"));
    expect(post.sent).toEqual([]);
    expect(await standings(wrapped)).toEqual([
      ['mail "first" not-released', 'mail "second" not-released'],
      ['mail "first" passed-on', 'mail "second" passed-on'],
    ]);
    const [last] = await readHistory(wrapped, on("t"));
    expect(last?.attempts[0]?.problem?.code).toBe("RELEASE_FAILED");
    await settleHeld(wrapped, on("t"), "release");
    expect(post.sent).toEqual(["first", "second"]);
    expect((await readHistory(wrapped, on("t")))[0]?.attempts[0]?.problem).toBeUndefined();
  });

  it("takes place once if that run is only observed: at once where it runs again, and else by hand", async () => {
    const { observed, post, threw, wrapped } = await gaveUp({ onUnaccepted: "hold" });
    await threw(wrapped.invoke({}, on("t")));
    const { said } = await observed.invoke(null, on("t"));
    expect(said?.[1]).toBe("sent at once");
    expect(post).toMatchObject({ atOnce: ["second"], sent: [] });
    expect(told(await settleHeld(wrapped, on("t"), "release"))).toEqual(['mail "first" released']);
    expect(post).toMatchObject({ atOnce: ["second"], sent: ["first"] });
    expect(await settleHeld(wrapped, on("t"), "release")).toEqual([]);
  });

  it("can be settled by hand if that run pauses, and a new turn drops it", async () => {
    const { post, threw, wrapped } = await gaveUp({ onUnaccepted: "hold", asks: true });
    await threw(wrapped.invoke({}, on("t")));
    await wrapped.invoke(null, on("t"));
    expect((await wrapped.getState(on("t"))).next).toEqual(["second"]);
    expect(await settleHeld(wrapped, on("t"), "release")).toEqual([]);
    await wrapped.invoke({}, on("t"));
    expect(post.sent).toEqual(["first", "second"]);
    expect(told(await settleHeld(wrapped, on("t"), "release"))).toEqual([
      'mail "first" released',
      'mail "second" released',
    ]);
    expect(await settleHeld(wrapped, on("t"), "release")).toEqual([]);
  });

  describe.each([
    ["stop", [], "irreversible-effect"],
    ["allow", ["decline"], "declined"],
  ] as const)("and that was released, with `onIrreversible: %s`", (onIrreversible, answers, by) => {
    it("has taken place: no rollback of that run undoes it, and its record says so", async () => {
      const options = { approve: "always", maxRollbacks: 1, policy: toStep(0) } as const;
      const { post, threw, wrapped } = await gaveUp({ ...options, onIrreversible, verify: () => false });
      const answer = (resume: unknown) => wrapped.invoke(new Command({ resume }), on("t"));
      await wrapped.invoke({}, on("t"));
      await threw(answer({ decision: "decline", held: "release" }));
      await wrapped.invoke(null, on("t"));
      for (const each of answers) await answer(each);
      const [run] = await readHistory(wrapped, on("t"));
      expect(run?.attempts[0]?.stopped?.by).toBe(by);
      expect(told(run?.attempts[0]?.effects)).toEqual(['mail "second" stands', 'mail "first" stands']);
      expect(post.sent).toEqual(["first", "second"]);
    });
  });
});
