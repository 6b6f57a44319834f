import { AIMessage, BaseMessage, HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { messagesIn } from "../langgraph/message-text.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { ChannelWrite } from "../steps/step-content.ts";
import { FAILURE_MODES, REWRITABLE_MODES, rewriteOfMode, type FailureModeName } from "./index.ts";
import type { StepWrites } from "./fault.ts";

/** A run whose last step wrote the last of these; agents take turns as named. */
async function rewritten(
  name: FailureModeName,
  outputs: readonly StepWrites[],
  agents: readonly string[] = [],
): Promise<StepWrites | undefined> {
  const steps: readonly RecordedStep[] = outputs.map((_, index) => ({
    index,
    agent: agents[index] ?? "solver",
    content: "",
    path: "pull",
    identity: "",
    enclosing: [],
    origin: { node: "n", taskId: `${index}`, superstep: index, namespace: "", before: "c" },
  }));
  const step = steps.at(-1);
  if (step === undefined) throw new Error("expected a step");
  const trajectory = { id: "t", task: "", threadId: "t", head: "h", steps };
  const fault = rewriteOfMode(name, {
    trajectory,
    step,
    seed: 1,
    readStep: async ({ index }) => ({ input: {}, state: {}, writes: outputs[index] ?? [] }),
  });
  if (!("rewrite" in fault)) throw new Error("expected a function");
  expect(fault.mode).toBe(name);
  return fault.rewrite(outputs.at(-1) ?? []);
}

const said = (text: string, id = "own") => new AIMessage({ content: text, id, name: "solver" });
const value = (held: unknown): StepWrites => [["value", held]];
const textOf = (writes: StepWrites | undefined) => messagesIn(writes?.[0]?.[1]).map(({ text }) => text);

describe("a mode as a function on a step's output", () => {
  it.each<[FailureModeName, unknown, unknown]>([
    ["withhold-information", "The sum is 12.50.", "The sum is (not stated)."],
    ["withhold-information", "Ask Ada. She knows.", "Ask Ada."],
    ["withhold-information", ["a", "b"], ["a"]],
    ["withhold-information", { total: 3, count: 2 }, { total: 3 }],
    ["mismatch-reasoning-action", "2 + 3 = 5", "2 + 3 = 6"],
    ["mismatch-reasoning-action", { total: 3, note: "fine" }, { total: 4, note: "fine" }],
    ["mismatch-reasoning-action", 1e300, -1e300],
    ["mismatch-reasoning-action", { id: "a1", ok: true }, { id: "a1", ok: false }],
    ["stop-early", "First this. Then that. Then the rest.", "First this."],
    ["stop-early", { plan: "one two three four" }, { plan: "one two" }],
    ["skip-verification", { checked: false, sum: 3 }, { checked: true, sum: 3 }],
    ["verify-wrongly", { accepted: true }, { accepted: false }],
  ])("%s makes of %j: %j", async (name, from, to) => {
    expect(await rewritten(name, [value(from)])).toEqual(value(to));
  });

  it("leaves a value out by leaving the write out, where it is nothing but the value", async () => {
    expect(await rewritten("withhold-information", [value(3)])).toEqual([]);
  });

  it.each<[FailureModeName, readonly string[], string]>([
    ["repeat-step", ["a", "b", "c", "d"], "c"],
    ["reset-conversation", ["a", "b", "c", "d"], "a"],
    ["ignore-others", ["a", "b", "c", "d"], "b"],
  ])("%s gives an earlier output again, as a message of this step", async (name, texts, expected) => {
    const outputs = texts.map((text, at): StepWrites => [["messages", [said(text, `m${at}`)]]]);
    const result = await rewritten(name, outputs, ["planner", "solver", "checker", "solver"]);
    expect(textOf(result)).toEqual([expected]);
    expect(messagesIn(result?.[0]?.[1]).map(({ id, name: agent }) => [id, agent])).toEqual([
      ["m3", "solver"],
    ]);
  });

  it("has no room where the run has no earlier output that differs", async () => {
    for (const name of ["repeat-step", "reset-conversation", "ignore-others"] as const) {
      expect(await rewritten(name, [value(1)])).toBeUndefined();
      expect(await rewritten(name, [value(1), value(1)])).toBeUndefined();
      expect(await rewritten(name, [[["other", 2]], value(1)])).toBeUndefined();
    }
  });

  it("alters what a tool is called with, and has no room for other modes in a message that calls tools", async () => {
    const call = { id: "c1", name: "add", args: { a: 2, b: 3 }, type: "tool_call" as const };
    const calling: StepWrites = [
      ["messages", [new AIMessage({ content: "I add 2 and 3.", tool_calls: [call] })]],
    ];
    const result = await rewritten("mismatch-reasoning-action", [calling]);
    const [message] = messagesIn(result?.[0]?.[1]);
    expect(message).toMatchObject({
      content: "I add 2 and 3.",
      tool_calls: [{ ...call, args: { a: 2, b: 4 } }],
    });
    // LangGraph's serializer reads what the message was made of.
    expect(message?.toDict().data).toMatchObject({ tool_calls: [{ args: { a: 2, b: 4 } }] });
    for (const name of REWRITABLE_MODES.filter((each) => each !== "mismatch-reasoning-action"))
      expect(await rewritten(name, [[["messages", [said("Earlier.")]]], calling])).toBeUndefined();
  });

  it("refuses modes that take a language model, and names that are none", () => {
    const context = Object.create(null);
    const others = FAILURE_MODES.filter(({ name }) => !REWRITABLE_MODES.includes(name));
    expect(others).toHaveLength(6);
    for (const { name } of others)
      expect(() => rewriteOfMode(name, context)).toThrow(
        /to be a failure mode that can be a function \(repeat-step/,
      );
    expect(() => Reflect.apply(rewriteOfMode, undefined, ["toString", context])).toThrow(/"toString"/);
  });
});

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "2 + 3 = 5.", "No. 7, then 8. Done!", "１２"),
);
const toolCalls = fc.array(
  fc.record({ id: fc.string(), name: fc.string(), args: fc.dictionary(fc.string(), fc.jsonValue()) }),
  { maxLength: 2 },
);
const content = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      text.map((words) => ({ type: "text", text: words })),
      fc.constant({ type: "image_url", image_url: "x" }),
    ),
  ),
);
const message: fc.Arbitrary<BaseMessage> = fc.oneof(
  fc
    .record({ content, tool_calls: toolCalls, id: fc.string(), name: fc.string() })
    .map((fields) => new AIMessage(fields)),
  fc.record({ content, tool_call_id: fc.string() }).map((fields) => new ToolMessage(fields)),
  text.map((words) => new HumanMessage(words)),
  fc.string().map((id) => new RemoveMessage({ id })),
);
const itself: unknown[] = [];
itself.push(itself);
const anything: fc.Arbitrary<unknown> = fc.oneof(
  message,
  fc.array(message, { maxLength: 3 }),
  fc.array(fc.record({ role: fc.constant("assistant"), content: text })),
  text,
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc.constantFrom(undefined, null, Number.NaN, Infinity, -0, itself, Symbol("s"), () => 1),
);
const writes: fc.Arbitrary<StepWrites> = fc.array(
  fc.tuple(fc.constantFrom("messages", "value", "plan"), anything).map((write): ChannelWrite => write),
  { maxLength: 3 },
);

/** The fields that identify a message. */
const identities = (output: StepWrites) =>
  output.flatMap(([, held]) => messagesIn(held)).map((each) => [each.id, each.name, each.type]);

describe.each(REWRITABLE_MODES)("%s, whatever a step wrote", (name) => {
  it("gives another output or says that there is no room, and leaves the step's own as it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 4 }), async (outputs) => {
        const own = outputs.at(-1) ?? [];
        const before = own.map(([channel, held]) => [channel, held, JSON.stringify(messagesIn(held))]);
        const result = await rewritten(name, outputs, ["a", "b", "a", "b"].slice(4 - outputs.length));
        expect(own.map(([channel, held]) => [channel, held, JSON.stringify(messagesIn(held))])).toEqual(
          before,
        );
        if (result === undefined) return;
        expect(result).not.toEqual(own);
        const channels = own.map(([channel]) => channel);
        if (name === "withhold-information")
          expect(channels).toEqual(expect.arrayContaining(result.map(([channel]) => channel)));
        else expect(result.map(([channel]) => channel)).toEqual(channels);
        if (result.length === own.length) expect(identities(result)).toEqual(identities(own));
      }),
    );
  });
});
