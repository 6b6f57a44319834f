import type { Trajectory } from "../trajectory/index.ts";

import { stepFeatures } from "../features/feature-set.ts";
import { type Surprise, surprisesOf } from "../features/surprise-features.ts";

/** Remembers what the logit scorer reads in trajectories. Made by `featureCache`. */
export interface FeatureCache {
  /** The features of each step that every trajectory has, shape [l, f]; read once for each trajectory object. */
  readonly rowsOf: (trajectory: Trajectory) => readonly (readonly number[])[];
  /** Features of log-probabilities of each step, shape [l]; `undefined` where none were recorded. Likewise. */
  readonly surprisesOf: (trajectory: Trajectory) => readonly Surprise[] | undefined;
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
  return {
    rowsOf: remembering((trajectory) => stepFeatures(trajectory)),
    surprisesOf: remembering(({ steps }) => surprisesOf(steps)),
  };
}

function remembering<Read>(read: (trajectory: Trajectory) => Read): (trajectory: Trajectory) => Read {
  const known = new WeakMap<Trajectory, { readonly value: Read }>();
  return (trajectory) => {
    const found = known.get(trajectory) ?? { value: read(trajectory) };
    known.set(trajectory, found);
    return found.value;
  };
}
