import type { Trajectory } from "../trajectory/index.ts";

import { stepFeatures } from "../features/feature-set.ts";

/** Remembers what the logit scorer reads in trajectories. Made by `featureCache`. */
export interface FeatureCache {
  /** All features of each step, shape [l, f]; read once for each trajectory object. */
  readonly rowsOf: (trajectory: Trajectory) => readonly (readonly number[])[];
}

/**
 * Lets many fits share the reading of trajectories, which costs more than a fit: cross-validation, evaluation over random
 * splits. It is keyed by the identity of the trajectory object, which must not change meanwhile. An object that is no longer in use is forgotten.
 *
 * @example
 * const features = featureCache();
 * for (const half of halves) fitLogitScorer(half, { features });
 */
export function featureCache(): FeatureCache {
  const known = new WeakMap<Trajectory, readonly (readonly number[])[]>();
  return {
    rowsOf(trajectory) {
      const before = known.get(trajectory);
      if (before !== undefined) return before;
      const rows = stepFeatures(trajectory);
      known.set(trajectory, rows);
      return rows;
    },
  };
}
