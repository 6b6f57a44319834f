import { z } from "zod";

/** Every step alike. */
export interface ConstantModel {
  readonly kind: "constant";
}

/** How much likelier than average a step is the decisive one, by where it stands alone. See `fitPositionScorer`. */
export interface PositionModel {
  readonly kind: "position";
  /** By tenths of the trajectory; positive. */
  readonly relative: readonly number[];
  /** By distance from the first step, the last entry standing for all beyond; positive. */
  readonly fromStart: readonly number[];
  /** By distance from the last step, likewise; positive. */
  readonly fromEnd: readonly number[];
}

/** Ridge conditional logit over the features of the steps. See `fitLogitScorer`. */
export interface LogitModel {
  readonly kind: "logit";
  /** Version of the feature set that the weights belong to. */
  readonly featureSet: string;
  /** Names of the features, shape [f]. */
  readonly features: readonly string[];
  /** Mean of each feature over the steps it was fitted on, shape [f]. */
  readonly means: readonly number[];
  /** Standard deviation, shape [f]; 1 where a feature never varied. */
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  /** Ridge penalty that cross-validation found likeliest. */
  readonly l2: number;
}

/** A fitted local scorer as plain JSON. */
export type ScorerModel = ConstantModel | PositionModel | LogitModel;

const positives = z.array(z.number().positive()).min(1);
const numbers = z.array(z.number());

/** Shape of a {@link ScorerModel}; unknown keys are dropped. */
export const scorerModelSchema: z.ZodType<ScorerModel> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("constant") }),
  z.object({ kind: z.literal("position"), relative: positives, fromStart: positives, fromEnd: positives }),
  z
    .object({
      kind: z.literal("logit"),
      featureSet: z.string(),
      features: z.array(z.string()),
      means: numbers,
      deviations: positives,
      weights: numbers,
      l2: z.number().positive(),
    })
    .refine(sameLengths, {
      error: "Expected one mean, deviation and weight for each feature",
      path: ["weights"],
    }),
]);

function sameLengths(model: LogitModel): boolean {
  const { features, means, deviations, weights } = model;
  return [means, deviations, weights].every((values) => values.length === features.length);
}
