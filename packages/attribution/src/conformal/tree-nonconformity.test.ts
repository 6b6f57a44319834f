import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Aggregation, calibrateThreshold, nonconformity, predictionSet } from "./index.ts";

const anyScore = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1));
const stepScores = fc.array(anyScore, { minLength: 1, maxLength: 40 });
const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const aggregations: readonly Aggregation[] = [
  { kind: "sum" },
  { kind: "max" },
  { kind: "log-sum-exp", beta: 2 },
  { kind: "sum", lengthPenalty: 0.1 },
  { kind: "max", lengthPenalty: 0.1 },
  { kind: "log-sum-exp", beta: 2, lengthPenalty: 0.1 },
];

interface Node {
  readonly steps: readonly number[];
  readonly children: readonly Node[];
}

/** Neighbours joined bottom-up, one left over passed on: the tree of the paper, node by node. */
function treeOf(length: number): Node {
  let level: readonly Node[] = Array.from({ length }, (_, step) => ({ steps: [step], children: [] }));
  while (level.length > 1) {
    const below = level;
    level = below.flatMap((left, index) => {
      const right = below[index + 1];
      if (index % 2 === 1) return [];
      return [right ? { steps: [...left.steps, ...right.steps], children: [left, right] } : left];
    });
  }
  const [root] = level;
  if (root === undefined) throw new Error("Expected a step.");
  return root;
}

/** From the root down to a leaf. */
function pathTo(leaf: number, node: Node): readonly Node[] {
  const child = node.children.find(({ steps }) => steps.includes(leaf));
  return child === undefined ? [node] : [node, ...pathTo(leaf, child)];
}

function aggregate(p: readonly number[], length: number, aggregation: Aggregation): number {
  const penalty = ((aggregation.lengthPenalty ?? 0) * (p.length - 1)) / length;
  if (aggregation.kind === "sum") return p.reduce((a, b) => a + b, 0) + penalty;
  if (aggregation.kind === "max") return Math.max(...p) + penalty;
  const { beta } = aggregation;
  const sum = p.reduce((total, share) => total + Math.exp(beta * length * share), 0);
  return (Math.log(sum) - Math.log(length)) / beta + penalty;
}

/** The definition, by walking the tree itself. */
function byDefinition(scores: readonly number[], aggregation: Aggregation, u: number): readonly number[] {
  const total = scores.reduce((a, b) => a + b, 0);
  const p = scores.map((score) => (total === 0 ? 1 / scores.length : score / total));
  const path = pathTo(scores.indexOf(Math.max(...scores)), treeOf(scores.length)).toReversed();
  const g = path.map(({ steps }) =>
    aggregate(
      steps.map((step) => p[step] ?? 0),
      scores.length,
      aggregation,
    ),
  );
  return scores.map((_, step) => {
    const first = path.findIndex(({ steps }) => steps.includes(step));
    const [value = 0, inner = 0] = [g[first], g[first - 1]];
    return value - u * Math.max(0, value - inner);
  });
}

/** Subnormal scores lose digits in a plain share of the sum. */
const sturdy = stepScores.filter((scores) => scores.every((score) => score === 0 || score > 1e-100));

describe.each(aggregations.map((aggregation) => ({ title: JSON.stringify(aggregation), aggregation })))(
  "nonconformity by crsvp, $title",
  ({ aggregation }) => {
    it("is that of the first node on the path from the most suspicious leaf which holds the step", () => {
      fc.assert(
        fc.property(sturdy, draw, (scores, u) => {
          const actual = nonconformity(scores, { method: "crsvp", aggregation, draw: u });
          const expected = byDefinition(scores, aggregation, u);
          for (const [step, value] of actual.entries()) {
            expect(value).toBeCloseTo(expected[step] ?? Number.NaN, 9);
          }
        }),
        { numRuns: 300 },
      );
    });

    it("never puts a node below one inside it, at any draw", () => {
      const extreme = fc.oneof(draw, fc.constantFrom(0, 1 - 2 ** -53));
      fc.assert(
        fc.property(stepScores, extreme, (scores, u) => {
          const actual = nonconformity(scores, { method: "crsvp", aggregation, draw: u });
          const leaf = scores.indexOf(Math.max(...scores));
          const path = pathTo(leaf, treeOf(scores.length)).toReversed();
          const outermost = path.map(({ steps }) => Math.max(...steps.map((step) => actual[step] ?? 0)));
          expect(outermost).toEqual(outermost.toSorted((a, b) => a - b));
        }),
        { numRuns: 300 },
      );
    });
  },
);

describe("crsvp", () => {
  const threshold = calibrateThreshold([0.6, 0.6, 0.6, 0.6], { method: "crsvp", alpha: 0.2 });

  it("grows by whole blocks around the most suspicious step", () => {
    const scores = [0.05, 0.05, 0.1, 0.3, 0.2, 0.2, 0.1];
    const values = nonconformity(scores, { method: "crsvp", draw: 0 });
    for (const [step, value] of [0.5, 0.5, 0.4, 0.3, 1, 1, 1].entries()) {
      expect(values[step]).toBeCloseTo(value, 12);
    }
    expect(predictionSet(scores, { ...threshold, draw: 0 }).steps).toEqual([0, 1, 2, 3]);
  });

  it("takes the first of several most suspicious steps as its leaf", () => {
    expect(nonconformity([0.5, 0.5, 0.5], { method: "crsvp", draw: 0 })).toEqual([1 / 3, 2 / 3, 1]);
  });

  it("counts scores of only 0 as all equal", () => {
    const options = { method: "crsvp", draw: 0.5 } as const;
    expect(nonconformity([0, 0, 0], options)).toEqual(nonconformity([0.7, 0.7, 0.7], options));
  });

  it("scores no step higher at a larger draw, which so can only add steps", () => {
    fc.assert(
      fc.property(stepScores, draw, draw, (scores, a, b) => {
        const at = (u: number) => nonconformity(scores, { method: "crsvp", draw: u });
        const lower = at(Math.max(a, b));
        for (const [step, value] of at(Math.min(a, b)).entries()) {
          expect(lower[step]).toBeLessThanOrEqual(value);
        }
      }),
    );
  });

  it("of raw scores adds them up over l, and takes the leaf as it is, as the paper's text has it", () => {
    const scores = [0.5, 0.9, 0.1, 0.3];
    const at = (u: number) => nonconformity(scores, { method: "crsvp-raw", draw: u });
    // g: .9 / 4 at the leaf, (.5 + .9) / 4 at the pair, 1.8 / 4 at the root.
    const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 12));
    expect(at(0)).toEqual(close([0.35, 0.225, 0.45, 0.45]));
    expect(at(0.5)).toEqual(close([0.35 - 0.5 * 0.125, 0.225, 0.45 - 0.5 * 0.1, 0.45 - 0.5 * 0.1]));
    // Scores twice as high are twice as nonconforming: nothing is normalised.
    const doubled = nonconformity(
      scores.map((score) => 2 * score),
      { method: "crsvp-raw", draw: 0.5 },
    );
    expect(doubled).toEqual(close(at(0.5).map((value) => 2 * value)));
  });

  it.each([undefined, 1, -0.1, Number.NaN])("refuses the draw %s", (bad) => {
    const options = { method: "crsvp", ...(bad === undefined ? {} : { draw: bad }) } as const;
    const message = `Expected \`draw\` in [0, 1) for the method "crsvp", got ${bad}.`;
    expect(() => nonconformity([0.5], options)).toThrow(new RangeError(message));
    expect(() => predictionSet([0.5], { ...threshold, ...options })).toThrow(new RangeError(message));
  });

  it("does not keep the draw in a threshold, which serves every run", () => {
    expect(calibrateThreshold([0.5], { method: "crsvp", alpha: 0.5, draw: 0.3 })).not.toHaveProperty("draw");
  });
});

describe("list", () => {
  it("is minus the density ratio l p_j, and so may hold any steps", () => {
    const values = nonconformity([0.1, 0.4, 0.1, 0.4], { method: "list" });
    for (const [step, value] of [-0.4, -1.6, -0.4, -1.6].entries()) {
      expect(values[step]).toBeCloseTo(value, 12);
    }
    const list = calibrateThreshold([-1, -1, -1, -1], { method: "list", alpha: 0.2 });
    expect(predictionSet([0.1, 0.4, 0.1, 0.4], list)).toMatchObject({
      steps: [1, 3],
      range: { start: 1, end: 3 },
    });
  });

  it("orders the steps of one run as vanilla does", () => {
    fc.assert(
      fc.property(stepScores, (scores) => {
        const order = (method: "list" | "vanilla") => {
          const values = nonconformity(scores, { method });
          // Two shares may round to one 1 - p, so only strict order is compared.
          return (a: number, b: number) => Math.sign((values[a] ?? 0) - (values[b] ?? 0));
        };
        const [list, vanilla] = [order("list"), order("vanilla")];
        for (let step = 1; step < scores.length; step += 1) {
          expect(list(step - 1, step) * vanilla(step - 1, step)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
