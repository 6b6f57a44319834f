import fc from "fast-check";
import { expect, inject, it } from "vitest";

import { clopperPearson } from "../clopper-pearson.ts";
import type { LabelledRun, SetGoal, SetMethod } from "../index.ts";
import { CONFORMAL_METHODS, seededRandom } from "../index.ts";
import { clusteredErrors, evaluationTally, evenSplit, redrawn } from "./index.ts";
import type { EvaluationTallyOptions } from "./evaluation-tally.ts";
import { meanAndStd } from "./mean-and-std.ts";
import { lengthKind, lengthLabel, positionKind, positionLabel } from "./reliability.ts";
import { outcomeOf, type SplitExamples, splitSets } from "./split-sets.ts";

const FIGURES = ["coverage", "removalRate", "rollbackCoverage", "redoCost", "empty", "nfe"] as const;
const BINS = ["coverage", "removalRate", "rollbackCoverage", "redoCost"] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** A set in the order in which sets are made. */
interface Made {
  readonly run: LabelledRun;
  readonly figures: Figures;
  readonly unit: string | number | undefined;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The plain way: every set is built, looked at, and all figures are kept to the end. */
function plainEvaluation(splits: readonly SplitExamples[], { methods, ...shape }: EvaluationTallyOptions) {
  const levels: number[] = [];
  const uppers: number[] = [];
  const made = new Map(
    methods.map((method) => [method, [] as { readonly sets: readonly Made[]; readonly placed: number }[]]),
  );
  for (const split of splits)
    for (const method of methods) {
      const options = { ...shape, method };
      const sets = splitSets(split, options);
      levels.push(mean(sets.map(({ set }) => set.level)));
      uppers.push(mean(sets.map(({ upper }) => upper)));
      made.get(method)?.push({
        placed: mean(sets.map(({ set }) => (set.positionOnly === undefined ? 0 : 1))),
        sets: sets.map((each, at) => {
          const { covered, empty, rollbackCovered, ...others } = outcomeOf(each, options);
          const figures = {
            ...others,
            coverage: covered,
            rollbackCoverage: Number(rollbackCovered),
            empty: Number(empty),
          };
          const { testUnits } = split;
          return { run: each.run, figures, unit: testUnits && (testUnits[at] ?? at) };
        }),
      });
    }
  return {
    alpha: shape.alpha,
    splits: splits.length,
    level: meanAndStd(levels).mean,
    band: { lower: 1 - shape.alpha, upper: meanAndStd(uppers).mean },
    methods: Object.fromEntries([...made].map(([method, all]) => [method, told(all)])),
  };
}

function told(splits: readonly { readonly sets: readonly Made[]; readonly placed: number }[]) {
  const all = splits.flatMap(({ sets }) => sets);
  const errors = errorsOf(all);
  const figures = FIGURES.map((name) => [
    name,
    {
      ...meanAndStd(splits.map(({ sets }) => mean(sets.map((each) => each.figures[name])))),
      ...errors(name),
    },
  ]);
  const placed = mean(splits.map((split) => split.placed));
  const [one = { sets: [] }] = splits;
  const covered = Math.round(sum(one.sets.map((each) => each.figures.coverage)));
  const groups = [...new Set(all.map(({ run }) => run.group ?? ""))];
  return {
    ...Object.fromEntries(figures),
    ...(splits.length === 1 ? { confidence: clopperPearson(covered, one.sets.length) } : {}),
    ...(placed === 0 ? {} : { positionOnly: placed }),
    byPosition: bins(all, positionKind, positionLabel, false),
    byLength: bins(all, lengthKind, lengthLabel, false),
    byGroup: bins(
      all,
      ({ group = "" }) => groups.indexOf(group),
      (place) => groups[place] ?? "",
      true,
    ),
  };
}

/** The standard error of a figure, as a property; nothing where units are not named. */
function errorsOf(sets: readonly Made[]) {
  const errors = clusteredErrors(FIGURES);
  for (const { figures, unit = "" } of sets) errors.add(unit, figures);
  const isKnown = sets.every(({ unit }) => unit !== undefined);
  return (name: keyof Figures) => (isKnown ? { standardError: errors.standardError(name) } : {});
}

function bins(
  sets: readonly Made[],
  kindOf: (run: LabelledRun) => number,
  labelOf: (kind: number) => string,
  hasUnits: boolean,
) {
  const kinds = [...new Set(sets.map(({ run }) => kindOf(run)))].toSorted((a, b) => a - b);
  return kinds.map((kind) => {
    const own = sets.filter(({ run }) => kindOf(run) === kind);
    const errors = errorsOf(own);
    const isKnown = hasUnits && own.every(({ unit }) => unit !== undefined);
    return {
      label: labelOf(kind),
      count: own.length,
      ...Object.fromEntries(BINS.map((name) => [name, mean(own.map(({ figures }) => figures[name]))])),
      ...(isKnown
        ? { standardErrors: Object.fromEntries(BINS.map((name) => [name, errors(name).standardError])) }
        : {}),
    };
  });
}

const METHODS: readonly SetMethod[] = [...CONFORMAL_METHODS, "selected"];

/** Scores that differ, that are often equal, and that are all the same. */
const score = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1));
const scores = (length: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.array(score, { minLength: length, maxLength: length }) },
    { weight: 1, arbitrary: fc.constant(Array.from({ length }, () => 0.5)) },
  );

const run = (groups: readonly string[]) =>
  fc.integer({ min: 1, max: 9 }).chain((length) =>
    fc.record({
      stepScores: scores(length),
      decisiveSteps: fc.array(fc.integer({ min: 0, max: length - 1 }), { minLength: 1, maxLength: 3 }),
      draw: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      ...(groups.length === 0 ? {} : { group: fc.constantFrom(...groups) }),
      planted: fc.boolean(),
    }),
  );

const runs = fc
  .constantFrom<readonly string[]>([], [], ["a", "b"])
  .chain((groups) => fc.array(run(groups), { minLength: 4, maxLength: 24 }));

/** Also combinations that are refused: those are to be refused alike. */
const options: fc.Arbitrary<EvaluationTallyOptions> = fc.record(
  {
    methods: fc.subarray([...METHODS], { minLength: 1, maxLength: 4 }),
    alpha: fc.constantFrom(0, 0.1, 0.2, 0.25, 0.5),
    aggregation: fc.constantFrom(
      { kind: "sum" } as const,
      { kind: "max" } as const,
      { kind: "log-sum-exp", beta: 2, lengthPenalty: 0.1 } as const,
    ),
    shares: fc.constant(true as const),
    delta: fc.constantFrom(0.2, 0.4),
    smallSample: fc.constantFrom<"full" | "max" | "throw">("full", "max", "throw"),
    smallGroups: fc.constantFrom("full", "pooled"),
    trim: fc.constant(true as const),
    goal: fc.constantFrom<SetGoal>("first", "mean", 0.5, 1),
    cost: fc.constantFrom("size", "start"),
    plantedRates: fc.constant({ errorRate: 0.1, successRate: 0.5 }),
    u: fc.constantFrom(0, 0.3, 0.9),
  },
  { requiredKeys: ["methods", "alpha"] },
);

/** The value of a call, or that it throws. Of several faults each way may tell another one first. */
function ended<Value>(call: () => Value): Value | "refused" {
  try {
    return call();
  } catch {
    return "refused";
  }
}

it("gives the same figures as the plain way, to the bit", () => {
  fc.assert(
    fc.property(
      runs,
      options,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom("own", "shared", "none"),
      fc.integer({ min: 0, max: 1000 }),
      (examples, given, count, units, seed) => {
        const random = seededRandom(seed);
        const splits = Array.from({ length: count }, (_, turn): SplitExamples => {
          const drawn = redrawn(examples, turn);
          const { calibration, test } = evenSplit(examples.length, random);
          const pick = (places: readonly number[]) => places.flatMap((place) => drawn[place] ?? []);
          const named = units === "own" ? test : test.map((place) => `u${place % 3}`);
          return {
            calibration: pick(calibration),
            test: pick(test),
            ...(units === "none" ? {} : { testUnits: named }),
          };
        });
        const fast = ended(() => {
          const tally = evaluationTally(given);
          for (const split of splits) tally.add(split);
          return tally.result();
        });
        expect(fast).toEqual(ended(() => plainEvaluation(splits, given)));
      },
    ),
    { numRuns: inject("allRounds") ? 4000 : 400, seed: 29 },
  );
});
