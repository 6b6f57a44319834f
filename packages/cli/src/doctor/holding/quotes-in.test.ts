import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { RecordedAct } from "langgraph-rollback/inspection";
import { describe, expect, it } from "vitest";

import { distinctiveValues } from "./distinctive-values.ts";
import { quotesIn } from "./quotes-in.ts";

const origin = (taskId: string, superstep: number) => ({
  node: taskId,
  taskId,
  superstep,
  namespace: "",
  before: `${superstep}`,
});

const order = (result: unknown, given: Partial<RecordedAct> = {}): RecordedAct => ({
  run: "r",
  kind: "tool",
  name: "order",
  args: { item: "tea" },
  class: "held",
  attempt: 1,
  tasks: ["order"],
  result: { value: result },
  isHeld: false,
  hasFailed: false,
  canBeHeld: true,
  ...given,
});

/** A run whose second step orders; the steps behind it follow. */
function trajectory(...later: readonly Partial<Step>[]): Trajectory {
  const first = [
    { agent: "plan", content: "Order tea from shop-0815." },
    { agent: "order", content: "…", kind: "tool" as const, origin: origin("order", 2) },
  ];
  const steps = [...first, ...later].map((step, index) => ({
    agent: "say",
    content: "",
    kind: "model" as const,
    origin: origin(`step ${index}`, index + 1),
    ...step,
    index,
  }));
  return { id: "t", task: "Get tea.", steps };
}

const quoteOf = (result: unknown, ...later: readonly Partial<Step>[]) => {
  const act = order(result);
  return quotesIn(trajectory(...later), [act])(act);
};

describe("a result is used", () => {
  it("by the first later step that says a value of it, or calls a tool with one", () => {
    const ref = { status: "queued", ref: "Q-7781" };
    expect(quoteOf(ref, { content: "Fine." }, { content: "It is Q-7781." })).toEqual({
      step: 3,
      value: "Q-7781",
    });
    const toolCalls = [{ name: "track", args: { parcel: { ref: "Q-7781" } } }];
    expect(quoteOf(ref, { toolCalls })).toEqual({ step: 2, value: "Q-7781" });
    expect(quoteOf('{"number":7781}', { content: "Number 7781 it is." })?.value).toBe("7781");
    expect(quoteOf("Your order is Q-7781.", { content: "Q-7781" })?.value).toBe("Q-7781");
  });

  it("not by its common words, by parts of longer ones, or by what was known before", () => {
    const result = { status: "queued", ref: "7781", shop: "shop-0815", item: "tea" };
    const content = "The tea is queued at shop-0815, by account 177819.";
    expect(quoteOf(result, { content })).toBeUndefined();
  });

  it("not where it is carried on as a message, answered by a tool, or said beside it", () => {
    const sentence = '"order" is accepted. It will be carried out later.';
    expect(quoteOf(sentence, { content: `Order tea.\n${sentence}\n${sentence}\nDone.` })).toBeUndefined();
    expect(quoteOf(sentence, { content: `The shop says: ${sentence}` })?.step).toBe(2);
    expect(quoteOf("Q-7781", { kind: "tool", content: "Parcel Q-7781 is on its way." })).toBeUndefined();
    expect(quoteOf("Q-7781", { content: "It is Q-7781.", origin: origin("beside", 2) })).toBeUndefined();
  });

  it("not by a step whose own act has the same result, but by the arguments of that act", () => {
    const first = order("Q-7781");
    const second = order("Q-7781", { tasks: ["step 2"] });
    const said = trajectory({ kind: "other", content: 'said: ["Q-7781"]' });
    expect(quotesIn(said, [first, second])(first)).toBeUndefined();
    const using = { ...second, args: ["Q-7781"] };
    expect(quotesIn(said, [first, using])(first)?.step).toBe(2);
  });
});

it("a result without a value of its own cannot be told", () => {
  expect(distinctiveValues("ok", [])).toEqual([]);
  expect(distinctiveValues(undefined, [])).toEqual([]);
  expect(distinctiveValues({ done: true, at: [1, 2] }, [])).toEqual([]);
});
