import { calibrateSets, type SetShape } from "../conformal/index.ts";
import { missOf } from "../conformal/sets/scored-run.ts";
import type { CalibratedSets } from "../conformal/sets/calibrated-sets.ts";
import type { PlantedRates } from "../conformal/sets/set-options.ts";

import { estimateRates } from "../beliefs/estimate-rates.ts";
import type { FirstAttempts } from "../beliefs/agent-history.ts";
import type { Calibration } from "./calibration.ts";

const CROSS_CALIBRATED =
  "the scorer was fitted anew on the failures it was calibrated on, as cross calibration does";

/** A run with rollback asks again for each failure. */
const made = new WeakMap<Calibration, Map<number, CalibratedSets>>();

/**
 * The sets of a calibration at any alpha in [0, 1): the one way from a calibration to sets.
 *
 * @throws {RangeError} if `alpha` is outside [0, 1)
 * @throws {SmallSampleError} if labels are too few for it, and the calibration says `smallSample: "throw"`
 */
export function setsOf(calibration: Calibration, alpha: number): CalibratedSets {
  const known = made.get(calibration) ?? new Map<number, CalibratedSets>();
  made.set(calibration, known);
  const sets = known.get(alpha) ?? calibrated(calibration, alpha);
  known.set(alpha, sets);
  return sets;
}

function calibrated(calibration: Calibration, alpha: number): CalibratedSets {
  const { failures, guarantee, misses = [] } = calibration;
  const plantedRates = plantedRatesOf(calibration);
  return calibrateSets([...failures, ...misses.map(missOf)], {
    ...shapeOf(calibration),
    alpha,
    ...(plantedRates === undefined ? {} : { plantedRates }),
    ...(guarantee === undefined ? {} : { approximate: CROSS_CALIBRATED }),
  });
}

/**
 * The rates by which a calibration weighs planted labels; `undefined` where all labels count alike: none is planted, first
 * attempts do not tell the rates, or the promise has no form with weights.
 */
export function plantedRatesOf(calibration: Calibration): PlantedRates | undefined {
  const { failures, firstAttempts = [] } = calibration;
  const isPlanted = failures.some(({ planted }) => planted === true);
  return isPlanted && canBeWeighed(shapeOf(calibration)) ? ratesOf(firstAttempts) : undefined;
}

/** Properties of sets, without what they are made of. */
export function shapeOf(options: Omit<SetShape, "plantedRates">): Omit<SetShape, "plantedRates"> {
  const { aggregation, convention, cost, delta, goal, method, shares, smallGroups, smallSample, trim } =
    options;
  return {
    method,
    ...(aggregation === undefined ? {} : { aggregation }),
    ...(shares === undefined ? {} : { shares }),
    ...(delta === undefined ? {} : { delta }),
    ...(smallSample === undefined ? {} : { smallSample }),
    ...(trim === undefined ? {} : { trim }),
    ...(smallGroups === undefined ? {} : { smallGroups }),
    ...(goal === undefined ? {} : { goal }),
    ...(cost === undefined ? {} : { cost }),
    ...(convention === undefined ? {} : { convention }),
  };
}

/** The promises that a weighted threshold can make. */
const canBeWeighed = ({ delta, goal = "first", method, smallSample = "full" }: SetShape): boolean =>
  delta === undefined && goal === "first" && method !== "selected" && smallSample === "full";

/** `undefined` where first attempts do not tell both: none succeeded, or none failed. */
function ratesOf(firstAttempts: readonly FirstAttempts[]): PlantedRates | undefined {
  const succeeded = firstAttempts.reduce((sum, each) => sum + each.succeeded, 0);
  const failed = firstAttempts.reduce((sum, each) => sum + each.failed, 0);
  if (succeeded === 0 || failed === 0) return undefined;
  const { errorRate } = estimateRates({ firstAttempts, redos: [] });
  return { errorRate, successRate: succeeded / (succeeded + failed) };
}
