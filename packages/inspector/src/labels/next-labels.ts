import { DEFAULT_ALPHA, labelSplit } from "@langgraph-rollback/attribution";
import { betaLaw, conformalRank, labelsNeeded } from "@langgraph-rollback/attribution/conformal";

import type { LabelUse, NextLabels } from "../shared/view/next-labels.ts";

/** Labels are drawn in tens. */
const TEN = 10;

/**
 * The use of the labels now, and once the ten at hand is full.
 *
 * It is arithmetic of numbers of labels, by the defaults of `calibrate`. How many steps a rollback will keep, `forecastRollback` measures on the labels.
 *
 * @param labels number of failures whose labels calibration can use
 */
export function nextLabels(labels: number): NextLabels {
  return {
    promise: 1 - DEFAULT_ALPHA,
    needed: labelsNeeded(DEFAULT_ALPHA),
    now: useOf(labels),
    next: useOf((Math.floor(labels / TEN) + 1) * TEN),
  };
}

function useOf(labels: number): LabelUse {
  const { calibrate, fit } = labelSplit(labels, { alpha: DEFAULT_ALPHA });
  // The rank of a calibration may be drawn between two.
  const [low, high] = [conformalRank(calibrate, DEFAULT_ALPHA, 0), conformalRank(calibrate, DEFAULT_ALPHA)];
  const half = Math.floor(labels / 2);
  return {
    labels,
    fit,
    calibrate,
    ...(high > calibrate
      ? {}
      : {
          band: {
            low: betaLaw(calibrate, low).quantile(0.05),
            high: betaLaw(calibrate, high).quantile(0.95),
          },
        }),
    // At most half calibrate, and the highest rank of m labels promises m / (m + 1).
    highest: fit === 0 ? 0 : half / (half + 1),
  };
}
