import { Annotation, MessagesAnnotation, START, StateGraph, UntrackedValue } from "@langchain/langgraph";
import { StateSchema } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import type { BaseMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import {
  AlreadyWrappedError,
  NoteChannelTypeError,
  InvalidOptionError,
  UnknownOptionError,
} from "../errors/index.ts";
import { attributionNode, getReplanNote, rollbackGraph, withRollback } from "../index.ts";
import { rollbackMiddleware } from "../middleware/index.ts";

const graph = chainGraph().builder.compile();
const verify = () => true;

/** Calls a function as JavaScript may, without a compiler that looks at the arguments. */
const calling =
  (makes: (...args: never[]) => unknown, ...first: readonly unknown[]) =>
  (...options: readonly unknown[]): unknown =>
    Reflect.apply(makes, undefined, [...first, ...options]);

const wrappers = [
  ["withRollback", calling(withRollback, graph)],
  ["rollbackGraph", calling(rollbackGraph, graph)],
] as const;
const makers = [
  ...wrappers,
  ["rollbackMiddleware", calling(rollbackMiddleware)],
  [
    "attributionNode",
    (options: object) =>
      calling(attributionNode)(
        Object.fromEntries(Object.entries(options).filter(([name]) => name !== "verify")),
      ),
  ],
] as const;

describe.each(wrappers)("%s refuses, when it is made,", (_, wrap) => {
  it.each([
    ["no options", [], "Expected `options` to be an object, got undefined."],
    ["no verifier", [{}], "Expected `verify` to be a function, got undefined."],
    ["a verifier that is no function", [{ verify: true }], "Expected `verify` to be a function, got true."],
  ])("%s", (__, options, message) => {
    expect(() => wrap(...options)).toThrow(InvalidOptionError);
    expect(() => wrap(...options)).toThrow(message);
  });

  it.each([
    ["maxRollbacks", null, "Expected `maxRollbacks` to be a number, got null."],
    ["maxRollbacks", "2", 'Expected `maxRollbacks` to be a number, got "2".'],
    ["alpha", "0.1", 'Expected `alpha` to be a number, got "0.1".'],
    ["replan", "try again", 'Expected `replan` to be a function, got "try again".'],
    ["onEvent", {}, "Expected `onEvent` to be a function, got an object."],
    ["clock", 17, "Expected `clock` to be a function, got 17."],
    ["ids", new Map(), "Expected `ids` to be a function, got an instance of Map."],
    ["lock", {}, "Expected `lock` to be a lock, with a method `acquire`, got an object."],
    ["noteChannel", ["note"], "Expected `noteChannel` to be a string, got an array."],
    ["onFailure", "throw", 'Expected `onFailure` to be "best", "last" or "error", got "throw".'],
  ])("`%s: %o`", (option, value, message) => {
    expect(() => wrap({ verify, [option]: value })).toThrow(InvalidOptionError);
    expect(() => wrap({ verify, [option]: value })).toThrow(message);
  });

  it("an option that does not exist, and names the one that is nearest", () => {
    expect(() => wrap({ verify, maxRollback: 3 })).toThrow(
      expect.objectContaining({ code: "UNKNOWN_OPTION", option: "maxRollback", nearest: "maxRollbacks" }),
    );
    expect(() => wrap({ verify, onevent: () => {} })).toThrow("did you mean `onEvent`?");
    expect(() => wrap({ verify, calibrations: undefined })).toThrow("did you mean `calibration`?");
  });

  it("a graph that runs with rollback already, also one that was configured since", () => {
    const wrapped = withRollback(graph, { verify });
    for (const again of [wrapped, wrapped.withConfig({ tags: ["again"] })]) {
      expect(() => withRollback(again, { verify })).toThrow(AlreadyWrappedError);
      expect(() => rollbackGraph(again, { verify })).toThrow(AlreadyWrappedError);
    }
    expect(() => wrap({ verify })).not.toThrow();
  });
});

it("an agent that runs with rollback already is refused, too", () => {
  const agent = createAgent({ model: new FakeListChatModel({ responses: ["hm"] }), tools: [] });
  const wrapped = withRollback(agent, { verify });
  expect(() => withRollback(wrapped, { verify })).toThrow(AlreadyWrappedError);
  expect(() => withRollback(wrapped.withConfig({ tags: ["again"] }), { verify })).toThrow(
    AlreadyWrappedError,
  );
  expect(() => withRollback(wrapped.graph, { verify })).toThrow(AlreadyWrappedError);
});

describe.each(makers)("%s refuses, when it is made,", (_, make) => {
  it.each([
    ["calibration", calibratedAt(1), "got a Promise. Await it."],
    ["calibration", "", 'or the path or `file:` URL of one, got "".'],
    ["calibration", new URL("https://example.org/calibration.json"), "got an instance of URL."],
    [
      "calibration",
      7,
      "as `await readCalibration(path)` gives it, or the path or `file:` URL of one, got 7.",
    ],
    ["calibration", { alpha: 0.1 }, "got an object."],
    ["calibration", null, "got null."],
    ["scorer", Promise.resolve({}), "got a Promise. Await it."],
    ["scorer", () => [0.5], "Expected `scorer` to be a scorer, with a `fingerprint` and a method `score`"],
    ["fallback", "none", "Expected `fallback` to be an object"],
  ])("`%s: %o`", (option, value, message) => {
    expect(() => make({ verify, [option]: value })).toThrow(message);
  });

  it("such a mistake inside of `fallback`", () => {
    const within = (fallback: object) => () =>
      make({ fallback, ...(_ === "attributionNode" ? {} : { verify }) });
    expect(within({ calibration: "" })).toThrow("Expected `fallback.calibration` to be");
    expect(within({ scorers: [] })).toThrow("did you mean `fallback.scorer`?");
  });
});

it.each(makers)("%s takes every option as undefined", (name, make) => {
  const options = { calibration: undefined, scorer: undefined, fallback: undefined, alpha: undefined };
  const more = {
    onFailure: undefined,
    onEvent: undefined,
    clock: undefined,
    ids: undefined,
    replan: undefined,
  };
  expect(() => make(name === "attributionNode" ? options : { ...options, ...more, verify })).not.toThrow();
});

describe("rollbackMiddleware and attributionNode refuse", () => {
  it.each([
    [{ maxRetry: 1 }, "did you mean `maxRetries`?"],
    [{ maxRollbacks: 1 }, "There is no option `maxRollbacks`"],
    [{ toolErrors: "ignore" }, 'Expected `toolErrors` to be "answer" or "throw", got "ignore".'],
    [{ verify: "always" }, "Expected `verify` to be a function"],
    [{ maxCalls: null }, "Expected `maxCalls` to be a number, got null."],
  ])("%o of the middleware", (options, message) => {
    expect(() => calling(rollbackMiddleware)(options)).toThrow(message);
  });

  it.each([
    [{ aplha: 0.1 }, UnknownOptionError],
    [{ alpha: "0.1" }, InvalidOptionError],
    [{ alpha: 2 }, RangeError],
  ])("%o of the node", (options, error) => {
    expect(() => calling(attributionNode)(options)).toThrow(error);
  });
});

const Shapes = Annotation.Root({
  ...MessagesAnnotation.spec,
  text: Annotation<string>,
  texts: Annotation<string[]>({ reducer: (kept, added) => [...kept, ...added], default: () => [] }),
  talk: Annotation<BaseMessage[]>({ reducer: (kept, added) => [...kept, ...added], default: () => [] }),
  total: Annotation<number>({ reducer: (sum, added) => sum + added, default: () => 0 }),
  facts: Annotation<string[], { items: string[] }>({
    reducer: (kept, { items }) => kept.concat(items),
    default: () => [],
  }),
  notes: Annotation<{ all: string[] }, string>({
    reducer: ({ all }, note) => ({ all: [...all, note] }),
    default: () => ({ all: [] }),
  }),
});

describe("a note channel", () => {
  const shaped = new StateGraph(Shapes)
    .addNode("a", () => ({}))
    .addEdge(START, "a")
    .compile();
  const untracked = new StateGraph(new StateSchema({ out: z.string(), kept: new UntrackedValue(z.string()) }))
    .addNode("a", () => ({}))
    .addEdge(START, "a")
    .compile();

  it.each(["total", "facts"])('that cannot take text is refused: "%s"', (noteChannel) => {
    expect(() => withRollback(shaped, { verify, noteChannel })).toThrow(NoteChannelTypeError);
    expect(() => rollbackGraph(shaped, { verify, noteChannel })).toThrow(`The channel "${noteChannel}"`);
  });

  it("whose values no checkpointer keeps is refused", () => {
    expect(() => withRollback(untracked, { verify, noteChannel: "kept" })).toThrow(NoteChannelTypeError);
    expect(() => withRollback(untracked, { verify, noteChannel: "out" })).not.toThrow();
  });

  it.each(["messages", "text", "texts", "talk", "notes"])(
    'that takes it is accepted: "%s"',
    (noteChannel) => {
      expect(() => withRollback(shaped, { verify, noteChannel })).not.toThrow();
    },
  );

  it("that is a list of texts gets the note as one text, whatever its reducer", async () => {
    const told: string[][] = [];
    const listening = new StateGraph(Shapes)
      .addNode("a", ({ texts }) => {
        told.push(texts);
        return {};
      })
      .addEdge(START, "a")
      .compile();
    const wrapped = withRollback(listening, {
      verify: ({ attempt }) => attempt === 2,
      noteChannel: "texts",
      replan: () => "again",
    });
    await wrapped.invoke({ texts: ["first"] }, on("t"));
    expect(told).toEqual([["first"], ["first", "again"]]);
  });

  it("that keeps only the beginning of a text gets the note all the same", async () => {
    const State = Annotation.Root({
      hint: Annotation<string>({ reducer: (_, hint) => hint.slice(0, 30), default: () => "" }),
    });
    const shortening = new StateGraph(State)
      .addNode("a", () => ({}))
      .addEdge(START, "a")
      .compile();
    const wrapped = withRollback(shortening, { verify: ({ attempt }) => attempt === 2, noteChannel: "hint" });
    expect((await wrapped.invoke({ hint: "none" }, on("t"))).hint).toBe("[rollback] Attempt 1 at this t");
  });

  it("that turns out to hold a number is left alone, with a warning once", async () => {
    const told: unknown[] = [];
    const State = Annotation.Root({ count: Annotation<number> });
    const counting = new StateGraph(State)
      .addNode("a", ({ count }, config) => {
        told.push([count, getReplanNote(config)]);
        return { count };
      })
      .addEdge(START, "a")
      .compile();
    const wrapped = withRollback(counting, {
      verify: ({ attempt }) => attempt === 3,
      noteChannel: "count",
      replan: () => "again",
    });
    const warnings = await warningsOf(() => wrapped.invoke({ count: 7 }, on("t")));
    expect(told).toEqual([
      [7, undefined],
      [7, "again"],
      [7, "again"],
    ]);
    expect(warnings).toMatchObject([{ code: "NOTE_CHANNEL_TYPE", name: "NoteChannelTypeWarning" }]);
  });
});

describe("a verifier that returns nothing", () => {
  it("is told of once, with what to do, beside the problem in the history", async () => {
    const wrapped = calling(withRollback, chainGraph().builder.compile())({ verify: () => {} });
    const other = calling(withRollback, chainGraph().builder.compile())({ verify: async () => {} });
    const warnings = await warningsOf(async () => {
      for (const each of [wrapped, wrapped, other])
        await Reflect.apply(Reflect.get(Object(each), "invoke"), each, [{ log: [] }]);
    });
    expect(warnings).toMatchObject([{ code: "VERIFIER_OUTPUT" }, { code: "VERIFIER_OUTPUT" }]);
    expect(warnings[0]?.message).toContain(
      "got undefined. A function with braces returns nothing without `return`.",
    );
  });

  it("is not told of where it says yes or no", async () => {
    const { builder } = chainGraph({ b: untilTold("b") });
    const wrapped = withRollback(builder.compile(), { verify: nothingWrong, noteChannel: "note" });
    expect(await warningsOf(() => wrapped.invoke({ log: [] }, on("t")))).toEqual([]);
  });
});
