import type { ConformalMethod } from "../conformal-options.ts";
import type { PreparedExample } from "./prepare-example.ts";
import type { SetCurve } from "./set-curve.ts";
import { type SplitExamples, splitOutcomes, type TestOutcome } from "./split-outcomes.ts";

/** How one method did in one split. */
export interface MethodOutcomes {
  readonly outcomes: readonly TestOutcome[];
  /** Present when flat scores made another method stand in; names it. */
  readonly fallback?: string;
}

/** The filtration of the same shape, which on equal scores goes by position alone. */
const POSITIONAL: Partial<Record<ConformalMethod, ConformalMethod>> = {
  interval: "two-way",
  suffix: "left",
  prefix: "right",
};

/** Levels closer together than this are one level. */
const FLAT = 1e-6;

/**
 * Calibrates one method on one part of a split and looks at its sets on the other.
 *
 * Where over half of the calibration trajectories have one density-ratio level, sets would hold every step or one, and
 * the filtration of the same shape on equal scores stands in. Labels play no part in that.
 */
export function methodOutcomes(split: SplitExamples, method: ConformalMethod, alpha: number): MethodOutcomes {
  const curveOf = (example: PreparedExample) => curve(example, method);
  const positional = POSITIONAL[method];
  if (positional === undefined || !mostlyFlat(split.calibration.map(curveOf))) {
    return { outcomes: splitOutcomes(split, alpha, curveOf) };
  }
  const outcomes = splitOutcomes(split, alpha, (example) => example.positional(positional));
  return { outcomes, fallback: `${positional} on positions alone, as the scores are flat` };
}

function curve({ curves }: PreparedExample, method: ConformalMethod): SetCurve {
  const found = curves.get(method);
  if (found === undefined) throw new RangeError(`Expected examples prepared for "${method}".`);
  return found;
}

function mostlyFlat(curves: readonly SetCurve[]): boolean {
  const flat = curves.filter(({ sorted }) => (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) < FLAT);
  return flat.length > curves.length / 2;
}
