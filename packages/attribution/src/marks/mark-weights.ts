import type { EnsembleModel, MarkSign } from "../scorers/scorer-model.ts";

/** How marks become suspicion, for any judges: weights of a conditional logit, the same for every judge. */
export interface MarkWeights {
  /** Version of the feature set that the positions belong to. */
  readonly featureSet: string;
  /**
   * Gain of a step's logit where all judges give the sign; where a share of them does, that share of it. Of one judge and of five; other
   * numbers of judges follow on a straight line through both, by the logarithm of the number.
   */
  readonly signs: readonly { readonly says: MarkSign; readonly one: number; readonly five: number }[];
  /** Features of a step's place: what the logit gains for each standard deviation above the mean. */
  readonly positions: readonly {
    readonly name: string;
    readonly mean: number;
    readonly deviation: number;
    readonly weight: number;
  }[];
}

/** How far a number of judges is on the way from one to five, by the logarithm: 0 for one, 1 for five, more for more. */
export const towardsFive = (judges: number): number => Math.log(judges) / Math.log(5);

/**
 * The weights as the model of an ensemble of these judges.
 *
 * @param fingerprints of the judges, at least one
 */
export function judgesModel(
  { featureSet, positions, signs }: MarkWeights,
  fingerprints: readonly string[],
): EnsembleModel {
  const far = towardsFive(fingerprints.length);
  return {
    kind: "ensemble",
    members: fingerprints.map((fingerprint) => ({ fingerprint })),
    columns: [
      ...signs.map(({ says }) => ({ from: "votes", says }) as const),
      ...positions.map(({ name }) => ({ from: "feature", name }) as const),
    ],
    featureSet,
    means: [...signs.map(() => 0), ...positions.map(({ mean }) => mean)],
    deviations: [...signs.map(() => 1), ...positions.map(({ deviation }) => deviation)],
    weights: [
      ...signs.map(({ five, one }) => one + (five - one) * far),
      ...positions.map(({ weight }) => weight),
    ],
    l2: 1,
  };
}
