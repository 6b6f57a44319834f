import type { Aggregation } from "../aggregation.ts";
import type { ConformalMethod } from "../conformal-method.ts";
import type { EvaluatedMethod } from "./evaluated-method.ts";
import { type SetCurve, setCurve } from "./set-curve.ts";

/** A labelled trajectory as far as evaluation looks at it. */
export interface EvaluationExample {
  /** Suspicion of each step, shape [l], finite and >= 0, by a scorer that was not fitted on this trajectory. */
  readonly stepScores: readonly number[];
  /** In [0, l). */
  readonly decisiveStep: number;
  /** Population that it is calibrated with, fixed before the label is known. Without one, all are one population. */
  readonly group?: string;
}

/** An example with all that repeated calibrations need of it. Made by `prepareExample`. */
export interface PreparedExample extends EvaluationExample {
  readonly curves: ReadonlyMap<ConformalMethod, SetCurve>;
  /** The curve of `method` on equal scores, which goes by position alone; computed when first asked for. */
  readonly positional: (method: ConformalMethod) => SetCurve;
}

/** How to prepare examples; the same for all of an evaluation. */
export interface PrepareOptions {
  /** `selected` needs no preparation. */
  readonly methods: readonly EvaluatedMethod[];
  /** For the filtrations and `crsvp`. Default: `{ kind: "sum" }`. */
  readonly aggregation?: Aggregation;
  /** Uniform in [0, 1): breaks ties by up to 1e-9, and draws for `crsvp`. */
  readonly random: () => number;
}

/** Far below any difference that a scorer means, far above rounding. */
const NOISE = 1e-9;

/** Methods that rank single steps: equal ones need an order. The others have one, and `crsvp` its draw. */
const RANKING: readonly ConformalMethod[] = ["vanilla", "list"];

/**
 * Computes the nonconformities of one labelled trajectory by each method, once, for any number of calibrations.
 *
 * Ties only add to coverage, and so hide how large sets have to be: a random number for the trajectory sets it apart
 * from others, and where a method ranks single steps, one for each step does so within. They are drawn the same way for
 * all examples and before any split, so that these stay exchangeable. Takes l + 2 random numbers, in this order: the
 * draw for `crsvp`, the trajectory's, the steps'.
 *
 * @throws {RangeError} on a decisive step outside the trajectory, and where `nonconformity` does
 */
export function prepareExample(example: EvaluationExample, options: PrepareOptions): PreparedExample {
  const { stepScores, decisiveStep } = example;
  const { aggregation = { kind: "sum" }, methods, random } = options;
  const draw = random();
  const tie = NOISE * random();
  const noisy = stepScores.map((score) => score + NOISE * random());
  const curveOf = (method: ConformalMethod) => {
    const scores = RANKING.includes(method) ? noisy : stepScores;
    return setCurve(scores, decisiveStep, { method, aggregation, draw }, tie);
  };
  const curves = new Map(
    methods.flatMap((method) => (method === "selected" ? [] : [[method, curveOf(method)] as const])),
  );
  const positional = new Map<ConformalMethod, SetCurve>();
  return {
    ...example,
    curves,
    positional(method) {
      const known = positional.get(method);
      if (known !== undefined) return known;
      const alike = stepScores.map(() => 1);
      const curve = setCurve(alike, decisiveStep, { method, draw }, tie);
      positional.set(method, curve);
      return curve;
    },
  };
}
