import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { labelByReplay, type LabelReplay, triedStarts } from "./index.ts";
import { LabelStarts } from "./label-starts.ts";

const Marks = Annotation.Root({
  marks: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

/** A chain of nodes that each mark their run; marks of a replay are right. */
async function failedChain(length: number, mistake: number) {
  const saver = new MemorySaver();
  let isReplay = false;
  const marks = (index: number) => () => ({ marks: [index === mistake && !isReplay ? "wrong" : "right"] });
  const [head = "", ...rest] = Array.from({ length }, (_, index) => `n${index}`);
  const first = new StateGraph(Marks).addNode(head, marks(0)).addEdge(START, head);
  const { graph: chain } = rest.reduce(
    ({ graph: before, last }, name, index) => ({
      graph: before.addNode(name, marks(index + 1)).addEdge(last, name),
      last: name,
    }),
    { graph: first, last: head },
  );
  const graph = chain.compile({ checkpointer: saver });
  await graph.invoke({ marks: [] }, on("t"));
  isReplay = true;
  return graph;
}

const verify = ({ output }: { readonly output: unknown }) => !JSON.stringify(output).includes("wrong");

describe("labelByReplay", () => {
  it("makes replays that are evidence of the mistake for a scorer", async () => {
    const { replays } = await labelByReplay(await failedChain(9, 5), on("t"), { verify });
    for (const { kind, start, status } of triedStarts(replays)) {
      expect(kind).toBe("replay");
      expect(status).toBe(start <= 5 ? "accepted" : "rejected");
    }
    expect(triedStarts([{ start: 1, status: "unjudged" }])).toEqual([
      { start: 1, kind: "replay", status: "inconclusive" },
    ]);
  });

  it("finds the last start from which a replay is accepted, in about log2 of the steps", async () => {
    const graph = await failedChain(9, 5);
    const label = await labelByReplay(graph, on("t"), { verify });
    expect(label).toMatchObject({ status: "found", range: { start: 5, end: 5 }, steps: 9 });
    expect(label.replays.length).toBeLessThanOrEqual(4);
  });

  it("does not make again what was made before, and goes on", async () => {
    const graph = await failedChain(9, 5);
    const first: LabelReplay[] = [];
    const stopped = labelByReplay(graph, on("t"), {
      verify,
      onReplay: (made) => {
        first.push(made);
        if (first.length === 2) throw new Error("killed");
      },
    });
    await expect(stopped).rejects.toThrow("killed");
    const again: LabelReplay[] = [];
    const label = await labelByReplay(graph, on("t"), {
      verify,
      made: first,
      onReplay: (made) => void again.push(made),
    });
    const whole = await labelByReplay(graph, on("t"), { verify });
    expect(label.range).toEqual(whole.range);
    expect([...first, ...again].map(({ start }) => start)).toEqual(whole.replays.map(({ start }) => start));
  });

  it("keeps to its budget, and gives an interval", async () => {
    const graph = await failedChain(9, 5);
    const label = await labelByReplay(graph, on("t"), { verify, budget: 1 });
    expect(label).toMatchObject({ status: "open", range: { start: 4, end: 8 } });
    expect(label.replays).toHaveLength(1);
  });

  it("tells a run that no replay recovers", async () => {
    const graph = await failedChain(4, 1);
    const label = await labelByReplay(graph, on("t"), { verify: () => false });
    expect(label).toMatchObject({ status: "unrecovered" });
    expect(label).not.toHaveProperty("range");
    expect(label.replays.some(({ start }) => start === 0)).toBe(true);
  });

  it("needs somebody who judges", async () => {
    const graph = await failedChain(2, 1);
    await expect(labelByReplay(graph, on("t"))).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });
});

describe("the search for the last start", () => {
  const spent = { steps: 1 };
  const made = (start: number, status: LabelReplay["status"]): LabelReplay => ({
    asked: start,
    start,
    status,
    reason: "",
    spent,
  });
  /** Replays until nothing is left to try. */
  async function searched(
    length: number,
    statusAt: (start: number, count: number) => LabelReplay["status"],
    stepOf: (start: number) => number = (start) => start,
    patience = 1,
  ) {
    const starts = new LabelStarts(length, patience);
    for (let count = 0; count < 10_000; count += 1) {
      const asked = await starts.next(async (start) => stepOf(start));
      if (asked === undefined) return starts.label();
      starts.add({ ...made(stepOf(asked), statusAt(stepOf(asked), count)), asked });
    }
    throw new Error("it does not end");
  }
  const run = fc
    .integer({ min: 1, max: 200 })
    .chain((length) => fc.record({ length: fc.constant(length), last: fc.nat({ max: length - 1 }) }));

  it("finds it wherever replays are accepted up to one step, and rejected behind it", () =>
    fc.assert(
      fc.asyncProperty(run, fc.integer({ min: 1, max: 3 }), async ({ length, last }, patience) => {
        const label = await searched(
          length,
          (start) => (start <= last ? "accepted" : "rejected"),
          undefined,
          patience,
        );
        expect(label).toMatchObject({ status: "found", range: { start: last, end: last } });
      }),
    ));

  it("ends with an interval where the graph cannot be rewound to each step", () =>
    fc.assert(
      fc.asyncProperty(run, fc.integer({ min: 1, max: 7 }), async ({ length, last }, stride) => {
        const stepOf = (start: number): number => start - (start % stride);
        const label = await searched(length, (start) => (start <= last ? "accepted" : "rejected"), stepOf);
        const first = stepOf(last);
        expect(label.range).toEqual({ start: first, end: Math.min(first + stride, length) - 1 });
        expect(label.status).toBe(label.range?.start === label.range?.end ? "found" : "open");
      }),
    ));

  it("ends, and claims no start that was not accepted, whatever replays say", () =>
    fc.assert(
      fc.asyncProperty(
        run,
        fc.infiniteStream(fc.constantFrom("accepted" as const, "rejected" as const, "inconclusive" as const)),
        async ({ length }, drawn) => {
          const label = await searched(length, () => drawn.next().value ?? "inconclusive");
          const accepted = label.replays
            .filter(({ status }) => status === "accepted")
            .map(({ start }) => start);
          if (label.status === "found") expect(accepted).toContain(label.range?.start);
          if (label.status === "unrecovered") expect(accepted).toEqual([]);
          if (label.status === "inconclusive")
            expect(label.replays.every(({ status }) => status === "inconclusive")).toBe(true);
        },
      ),
    ));
});
