import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, failing } from "./fixtures/acting-graph.ts";
import { addingAgent } from "./fixtures/adding-agent.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { warningsOf } from "./fixtures/warnings-of.ts";
import { readHistory, withRollback, type EffectOptions } from "./index.ts";

/** A checkpointer that counts its reads. */
class AskedSaver extends MemorySaver {
  readonly asked: Record<"put" | "putWrites" | "getTuple" | "list", number> = {
    put: 0,
    putWrites: 0,
    getTuple: 0,
    list: 0,
  };

  override put(...args: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
    this.asked.put += 1;
    return super.put(...args);
  }

  override putWrites(...args: Parameters<MemorySaver["putWrites"]>): ReturnType<MemorySaver["putWrites"]> {
    this.asked.putWrites += 1;
    return super.putWrites(...args);
  }

  override getTuple(...args: Parameters<MemorySaver["getTuple"]>): ReturnType<MemorySaver["getTuple"]> {
    this.asked.getTuple += 1;
    return super.getTuple(...args);
  }

  override list(...args: Parameters<MemorySaver["list"]>): ReturnType<MemorySaver["list"]> {
    this.asked.list += 1;
    return super.list(...args);
  }
}

const names = ["a1", "a2", "a3", "a4"];

/** A run of four acts that passes. */
async function run(effects?: EffectOptions) {
  const checkpointer = new AskedSaver();
  const graph = Object.assign(doing(new EffectWorld(), names), { checkpointer });
  const wrapped = withRollback(graph, {
    verify: () => true,
    ...(effects === undefined ? {} : { effects }),
  });
  const output = await wrapped.invoke({}, on("t"));
  return { checkpointer, wrapped, output };
}

describe("what effects cost", () => {
  it("is nothing where none are declared: not a write, not a read, and no word in the records", async () => {
    const { checkpointer, wrapped, output } = await run();
    expect(Object.keys(checkpointer.storage["t"] ?? {})).toEqual(["", "langgraph-rollback"]);
    const bare = new AskedSaver();
    const plain = Object.assign(doing(new EffectWorld(), names), { checkpointer: bare });
    expect(output).toEqual(await plain.invoke({}, on("t")));
    expect(checkpointer.asked.putWrites).toBe(bare.asked.putWrites);
    const [record] = (await readHistory(wrapped, on("t")))[0]?.attempts ?? [];
    expect(Object.keys(record ?? {})).not.toContain("effects");
  });

  it("is two writes an effect and no read, after one checkpoint a run", async () => {
    const [without, withEffects] = [await run(), await run({ tools: { a: { undo: () => {} } } })];
    const { asked } = withEffects.checkpointer;
    expect(asked).toEqual({
      put: without.checkpointer.asked.put + 1,
      putWrites: without.checkpointer.asked.putWrites + 2 * names.length,
      getTuple: without.checkpointer.asked.getTuple,
      list: without.checkpointer.asked.list,
    });
  });

  it("is nothing for what is read-only", async () => {
    const [without, readOnly] = [await run(), await run({ tools: { a: "read-only" } })];
    expect(readOnly.checkpointer.asked).toEqual(without.checkpointer.asked);
  });
});

describe("a graph with tools and no `effects`", () => {
  it("is warned about once, and declared tools are not", async () => {
    const { agent } = addingAgent({ version: "v2" });
    Object.defineProperty(agent.options.tools?.[0] ?? {}, "name", { value: "send_money" });
    const wrap = (effects?: EffectOptions) =>
      withRollback(agent, { verify: () => true, ...(effects === undefined ? {} : { effects }) });
    // Those of earlier tests arrive late.
    const ofTool = async (work: () => unknown) =>
      (await warningsOf(work)).filter(({ message }) => message.includes("send_money"));
    expect(await ofTool(() => wrap({}))).toEqual([]);
    expect(await ofTool(() => [wrap(), wrap()])).toMatchObject([
      { code: "EFFECTS_UNDECLARED", message: expect.stringContaining('"send_money"') },
    ]);
  });

  it.each([
    ["only_judged", { maxRollbacks: 0 }],
    ["only_observed", { mode: "observe" }],
  ] as const)("is not warned of where nothing is ever rolled back: %s", async (name, options) => {
    const { agent } = addingAgent({ version: "v1" });
    Object.defineProperty(agent.options.tools?.[0] ?? {}, "name", { value: name });
    expect(await warningsOf(() => withRollback(agent, { verify: () => true, ...options }))).toEqual([]);
  });
});

it("options of effects are checked", () => {
  const graph = doing(new EffectWorld(), ["a1"]);
  const wrap = (effects: object) => () => withRollback(graph, { ...failing(0, {}), effects });
  expect(wrap({ toolz: {} })).toThrow(expect.objectContaining({ code: "UNKNOWN_OPTION" }));
  expect(wrap({ tools: { a: "reversible" } })).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  expect(wrap({ tools: { b: "read-only", x: "undoable" } })).toThrow(
    /^Expected `effects\.tools\.x` to be "hold", "irreversible", .*, got "undoable"\.$/,
  );
  expect(wrap({ nodes: { "a node": { undo: 1 } } })).toThrow(/^Expected `effects\.nodes\.a node` to be /);
  expect(wrap({ nodes: { a: "hold" } })).toThrow(/with at least the receipt/);
  expect(wrap({ tools: { a: { hold: { receipt: "later" } } } })).toThrow(
    /^Expected `effects\.tools\.a` to be "hold"/,
  );
  expect(wrap({ tools: { a: { hold: {}, undo: () => {} } } })).toThrow(
    /^Expected `effects\.tools\.a` to be "hold"/,
  );
  expect(wrap({ onUnaccepted: "keep" })).toThrow(/"discard", "release" or "hold"/);
  expect(wrap({ tools: ["a"] })).toThrow(/^Expected `effects\.tools` to be an object with declarations/);
  expect(wrap({ tools: { a: { redo: "reuse", undo: () => {} } } })).toThrow(/"reuse" needs `idempotencyKey`/);
  expect(wrap({ onIrreversible: "never" })).toThrow(/"stop", "ask" or "allow"/);
  expect(wrap({ undoRetries: -1 })).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
});
