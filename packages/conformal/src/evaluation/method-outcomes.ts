import type { ConformalMethod } from "../conformal-method.ts";
import type { EvaluatedMethod, OutcomeOptions } from "./evaluated-method.ts";
import type { PreparedExample } from "./prepare-example.ts";
import { selectedOutcomes } from "./selected-outcomes.ts";
import type { SetCurve } from "./set-curve.ts";
import { type SplitExamples, splitOutcomes, type TestOutcome } from "./split-outcomes.ts";

/** How one method did in one split. */
export interface MethodOutcomes {
  readonly outcomes: readonly TestOutcome[];
  /** Present when flat scores made another method stand in, for `share` of the test trajectories. */
  readonly fallback?: { readonly share: number; readonly reason: string };
}

/** The filtration of the same shape, which on equal scores goes by position alone. */
const POSITIONAL: Partial<Record<ConformalMethod, ConformalMethod>> = {
  interval: "two-way",
  suffix: "left",
  prefix: "right",
};

/** Levels closer together than this are one level. */
const FLAT = 1e-6;

/** Calibrates one method on one part of a split and looks at its sets on the other. */
export function methodOutcomes(
  split: SplitExamples,
  method: EvaluatedMethod,
  options: OutcomeOptions,
): MethodOutcomes {
  if (method === "selected") return { outcomes: selectedOutcomes(split, options) };
  const curveOf = (example: PreparedExample) => curve(example, method);
  const byScores = splitOutcomes(split, options.alpha, curveOf);
  const positional = POSITIONAL[method];
  return positional === undefined
    ? { outcomes: byScores }
    : flatAware(split, byScores, { alpha: options.alpha, curveOf, positional });
}

/**
 * As `flatAwareSet` decides: where the scores of more than half of the calibration set and the test trajectory itself do
 * not tell steps apart, the filtration of the same shape on equal scores stands in. Labels play no part in that.
 */
function flatAware(
  split: SplitExamples,
  byScores: readonly TestOutcome[],
  options: {
    readonly alpha: number;
    readonly curveOf: (example: PreparedExample) => SetCurve;
    readonly positional: ConformalMethod;
  },
): MethodOutcomes {
  const { alpha, curveOf, positional } = options;
  const flat = split.calibration.filter((example) => isFlat(curveOf(example))).length;
  const all = split.calibration.length + 1;
  const mostlyFlat = split.test.map((test) => 2 * (flat + (isFlat(curveOf(test)) ? 1 : 0)) > all);
  const share = mostlyFlat.filter(Boolean).length / mostlyFlat.length;
  if (share === 0) return { outcomes: byScores };
  const byPosition = splitOutcomes(split, alpha, (example) => example.positional(positional));
  return {
    outcomes: byScores.map((outcome, at) => (mostlyFlat[at] ? (byPosition[at] ?? outcome) : outcome)),
    fallback: { share, reason: `${positional} on positions alone, the scores being flat` },
  };
}

function isFlat({ sorted }: SetCurve): boolean {
  return sorted.length > 1 && (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) < FLAT;
}

function curve({ curves }: PreparedExample, method: ConformalMethod): SetCurve {
  const found = curves.get(method);
  if (found === undefined) throw new RangeError(`Expected examples prepared for "${method}".`);
  return found;
}
