import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { withRollback } from "langgraph-rollback";
import { expect, it } from "vitest";

import { aimAt, calibration } from "../matrix/aim.ts";

class Point {
  readonly x = 1;
}

/** Value that a node puts into the state, its type, and the type that the next attempt sees; the same where none is named. */
const kinds: readonly (readonly [what: string, value: () => unknown, live: string, stored?: string])[] = [
  ["Date", () => new Date(0), "Date", "string"],
  ["URL", () => new URL("http://localhost/"), "URL", "string"],
  ["an instance of a class", () => new Point(), "Point", "Object"],
  ["an error of a class of its own", () => new RangeError("oh"), "RangeError", "Error"],
  ["Buffer", () => Buffer.from([1, 2]), "Buffer", "Object"],
  ["Float64Array", () => new Float64Array([1.5]), "Float64Array", "Object"],
  ["ArrayBuffer", () => new ArrayBuffer(2), "ArrayBuffer", "Object"],
  ["Headers", () => new Headers({ a: "b" }), "Headers", "Object"],
  ["NaN", () => Number.NaN, "NaN", "null"],
  ["Infinity", () => Number.POSITIVE_INFINITY, "Infinity", "null"],
  ["a function", () => () => 1, "function", "undefined"],
  ["a symbol", () => Symbol("s"), "symbol", "undefined"],
  ["Map", () => new Map([["a", 1]]), "Map"],
  ["Set", () => new Set([1]), "Set"],
  ["Uint8Array", () => new Uint8Array([1, 2]), "Uint8Array"],
  ["RegExp", () => /a/g, "RegExp"],
  ["Error", () => new Error("oh"), "Error"],
  ["undefined inside", () => ({ u: undefined }), "Object"],
  ["-0", () => -0, "number"],
  ["a message", () => new AIMessage("hm"), "AIMessage"],
  ["JSON", () => ({ a: [1, "b", null, true] }), "Object"],
];

const typeOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return value.constructor.name;
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : typeof value;
};

const State = Annotation.Root({
  value: Annotation<unknown>,
  other: Annotation<unknown>,
  messages: Annotation<unknown[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

/** put -> look: put puts values into the state, look tells the type of one, and the run fails once after it. */
function lookingGraph(checkpointer: BaseCheckpointSaver, put: () => object, aim: "put" | "look" = "look") {
  const looked: string[] = [];
  const graph = new StateGraph(State)
    .addNode("put", put)
    .addNode("look", ({ value }) => {
      looked.push(typeOf(value));
      return { messages: [new AIMessage("looked")] };
    })
    .addEdge(START, "put")
    .addEdge("put", "look")
    .compile({ checkpointer });
  const wrap = async () =>
    withRollback(graph, {
      verify: ({ attempt }) => attempt === 2,
      scorer: aimAt({ node: aim }),
      calibration: await calibration(),
    });
  return { looked, wrap };
}

/** The warnings of lost types that this process gives while some work is done. */
async function warningsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const warnings: string[] = [];
  const hear = (warning: Error & { code?: string }) => {
    if (warning.code === "STATE_TYPE_LOST") warnings.push(warning.message);
  };
  process.on("warning", hear);
  try {
    await work();
    await new Promise(setImmediate);
  } finally {
    process.off("warning", hear);
  }
  return warnings;
}

/**
 * How the types of values in a kept state change, and the warning about it.
 *
 * @param others kinds of which this checkpointer makes something else: the type, or none if it cannot read them at all
 */
export function testStateTypes(
  open: () => BaseCheckpointSaver | Promise<BaseCheckpointSaver>,
  others: Readonly<Record<string, string | undefined>> = {},
): void {
  let threads = 0;
  const asked = () => ({ messages: [new HumanMessage("go")] });
  const thread = () => ({ configurable: { thread_id: `types-${(threads += 1)}` } });

  for (const [what, value, live, made = live] of kinds) {
    if (what in others && others[what] === undefined) continue;
    const stored = others[what] ?? made;
    const isLost = live !== stored && what !== "Uint8Array";

    it(`${what} in a kept state is ${live} in the first attempt and ${stored} in the second`, async () => {
      const { looked, wrap } = lookingGraph(await open(), () => ({ value: value() }));
      const graph = await wrap();
      const warnings = await warningsOf(() => graph.invoke(asked(), thread()));
      expect(looked).toEqual([live, stored]);
      const told = `\`value\` was of type ${live}, and the checkpointer gives it back as ${stored}`;
      expect(warnings).toEqual(isLost ? [expect.stringContaining(told)] : []);
    });
  }

  it.each([
    ["value.orders[1].at", () => ({ orders: [{ at: 0 }, { at: new Date(0) }] })],
    ['value.get("b")', () => new Map([["b", new Date(0)]])],
    ["value[1]", () => new Set(["a", new Date(0)])],
  ])("a Date that stands deeper is told of with its place: %s", async (path, value) => {
    const graph = await lookingGraph(await open(), () => ({ value: value() })).wrap();
    const warnings = await warningsOf(() => graph.invoke(asked(), thread()));
    expect(warnings).toEqual([expect.stringContaining(`The state's \`${path}\` was of type Date`)]);
  });

  it("each channel of a graph is told of once, whatever the thread and the copy of the graph", async () => {
    const both = () => ({ value: new Date(0), other: [new URL("http://localhost/"), new Date(0)] });
    const graph = await lookingGraph(await open(), both).wrap();
    const warnings = await warningsOf(async () => {
      for (const each of [graph, graph, graph.withConfig({ tags: ["copy"] })])
        await each.invoke(asked(), thread());
    });
    expect(warnings).toEqual([
      expect.stringContaining("`value` was of type Date"),
      expect.stringContaining("`other[0]` was of type URL"),
    ]);
  });

  it("there is no warning about values that are not kept, a run that succeeds, or a large state beyond its first part", async () => {
    const dated = () => ({ value: new Date(0) });
    const undone = await lookingGraph(await open(), dated, "put").wrap();
    expect(await warningsOf(() => undone.invoke(asked(), thread()))).toEqual([]);
    const large = () => ({ value: [...Array.from({ length: 20_000 }, () => 0), new Date(0)] });
    const graph = await lookingGraph(await open(), large).wrap();
    expect(await warningsOf(() => graph.invoke(asked(), thread()))).toEqual([]);
  });
}
