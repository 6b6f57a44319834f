import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, failing } from "../fixtures/acting-graph.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { ask, mailing, newPost } from "../fixtures/mailing-agent.ts";
import { readHistory, withRollback, type EffectOptions } from "../index.ts";
import { previewActions, settleEffect } from "./index.ts";

/** A run of a1, b2 that has succeeded; b is not undoable. */
async function done(undo?: EffectOptions["tools"]) {
  const world = new EffectWorld();
  const tools = undo ?? { a: { undo: world.undo }, b: "irreversible" };
  const graph = withRollback(doing(world, ["a1", "b2"]), failing(0, { tools, undoRetries: 0 }));
  await graph.invoke({}, on("t"));
  const { effects, expected } = await previewActions(graph, on("t"));
  const [a, b] = effects.map(({ id }) => id);
  return { world, graph, expected, a: a ?? "", b: b ?? "" };
}

describe("one effect", () => {
  it("is undone by a person, and the history says by whom; the state stays", async () => {
    const { a, expected, graph, world } = await done();
    const now = await settleEffect(graph, on("t"), {
      effect: a,
      action: "undo",
      by: "ada",
      why: "typo",
      expected,
    });
    expect(now).toMatchObject({ name: "a", standing: "undone" });
    expect(world.holds).toEqual(["b2"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run).toMatchObject({
      status: "succeeded",
      actions: [{ action: "undo", by: "ada", effect: a, why: "typo" }],
    });
    expect(run?.attempts[0]?.effects).toMatchObject([{ id: a, standing: "undone" }]);
    expect((await graph.getState(on("t"))).values.said).toEqual(["did a1", "did b2"]);
    expect((await previewActions(graph, on("t"))).effects.map(({ name }) => name)).toEqual(["b"]);
  });

  it("is undone once by two clicks, and by two people at once", async () => {
    const { a, expected, graph, world } = await done();
    const by = (name: string) =>
      settleEffect(graph, on("t"), { effect: a, action: "undo", by: name, expected });
    const results = await Promise.allSettled([by("ada"), by("bob")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await by("ada").catch(() => by("bob"))).toMatchObject({ standing: "undone" });
    expect(world.asked.filter((call) => call.startsWith("undo"))).toHaveLength(1);
    await expect(by("eve")).rejects.toMatchObject({
      code: "ACTION_REFUSED",
      message: expect.stringContaining("ada"),
    });
  });

  it("cannot be undone where nothing undoes it, and is not there where it is not", async () => {
    const { b, expected, graph } = await done();
    for (const effect of [b, "no-such"])
      await expect(
        settleEffect(graph, on("t"), { effect, action: "undo", by: "ada", expected }),
      ).rejects.toMatchObject({
        code: "ACTION_REFUSED",
      });
    expect((await readHistory(graph, on("t")))[0]?.actions).toBeUndefined();
  });

  it("whose undo fails is told so, and can be tried again", async () => {
    let fails = true;
    const undo = () => {
      if (fails) throw new Error("down");
    };
    const { a, expected, graph } = await done({ a: { undo } });
    const request = { effect: a, action: "undo", by: "ada", expected } as const;
    await expect(settleEffect(graph, on("t"), request)).rejects.toMatchObject({ code: "UNDO_FAILED" });
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[0]).toMatchObject({
      effects: [{ standing: "not-undone", problem: { code: "UNDO_FAILED" } }],
      problem: { code: "UNDO_FAILED" },
      operator: { by: "ada" },
    });
    fails = false;
    await expect(settleEffect(graph, on("t"), request)).rejects.toMatchObject({ code: "ACTION_REFUSED" });
    const again = await previewActions(graph, on("t"));
    await settleEffect(graph, on("t"), { ...request, expected: again.expected });
    const [mended] = await readHistory(graph, on("t"));
    expect(mended?.attempts[0]?.effects).toMatchObject([{ standing: "undone" }]);
    expect(mended?.attempts[0]?.problem).toBeUndefined();
  });

  it("that a process has undone before it died is told by the same request, and not undone again", async () => {
    const saver = new MemorySaver();
    const world = new EffectWorld();
    const graph = withRollback(
      doing(world, ["a1"], undefined, saver),
      failing(0, { tools: { a: { undo: world.undo } } }),
    );
    await graph.invoke({}, on("t"));
    const { effects, expected } = await previewActions(graph, on("t"));
    const request = { effect: effects[0]?.id ?? "", action: "undo", by: "ada", expected } as const;
    const put = saver.put.bind(saver);
    // The history's entry is not stored any more.
    saver.put = (config, ...rest) =>
      config.configurable?.["checkpoint_ns"] === "langgraph-rollback"
        ? Promise.reject(new Error("killed"))
        : put(config, ...rest);
    await expect(settleEffect(graph, on("t"), request)).rejects.toThrow("killed");
    saver.put = put;
    await settleEffect(graph, on("t"), request);
    expect(world.asked).toEqual(["do a1", 'undo a "a1"']);
    expect((await readHistory(graph, on("t")))[0]?.actions).toMatchObject([{ action: "undo", by: "ada" }]);
  });
});

describe("one act that is held", () => {
  it("is released by a person, and the others wait on", async () => {
    const post = newPost();
    const agent = mailing(post, { verify: () => Promise.reject(new Error("no verdict")), mails: 2 });
    await agent.invoke(ask, on("t"));
    const { effects, expected } = await previewActions(agent, on("t"));
    expect(effects.map(({ can, standing }) => [standing, can])).toEqual([
      ["held", ["release", "discard"]],
      ["held", ["release", "discard"]],
    ]);
    const request = { effect: effects[1]?.id ?? "", action: "release", by: "ada", expected } as const;
    expect(await settleEffect(agent, on("t"), request)).toMatchObject({ standing: "released" });
    expect(post.sent).toEqual(["b1"]);
    expect(await settleEffect(agent, on("t"), request)).toMatchObject({ standing: "released" });
    expect(post.sent).toEqual(["b1"]);
    const then = await previewActions(agent, on("t"));
    await settleEffect(agent, on("t"), {
      effect: effects[0]?.id ?? "",
      action: "discard",
      by: "bob",
      expected: then.expected,
    });
    expect(post.sent).toEqual(["b1"]);
    expect((await readHistory(agent, on("t")))[0]?.actions).toMatchObject([
      { action: "release", by: "ada" },
      { action: "discard", by: "bob" },
    ]);
  });
});
