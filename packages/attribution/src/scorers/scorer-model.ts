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

/** Weights of several scorers' opinions. See `ensemble`. */
export interface EnsembleModel {
  readonly kind: "ensemble";
  /** Whose opinions they are, shape [m]; with the scorer itself, if it fits into JSON. */
  readonly members: readonly { readonly fingerprint: string; readonly model?: ScorerModel }[];
  /** Mean of each member's log odds over the steps that the weights were fitted on, shape [m]. */
  readonly means: readonly number[];
  /** Standard deviation, shape [m]; 1 where a member always said the same. */
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  /** Ridge penalty that cross-validation found likeliest. */
  readonly l2: number;
}

/** A fitted scorer as plain JSON. Of an ensemble, members that are no fitted scorers themselves are named only. */
export type ScorerModel = ConstantModel | PositionModel | LogitModel | EnsembleModel;

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
  z
    .object({
      kind: z.literal("ensemble"),
      members: z
        .array(
          z.object({
            fingerprint: z.string().min(1),
            model: z.exactOptional(z.lazy(() => scorerModelSchema)),
          }),
        )
        .min(1),
      means: numbers,
      deviations: positives,
      weights: numbers,
      l2: z.number().positive(),
    })
    .refine(({ deviations, means, members, weights }) => isAlike(members, [means, deviations, weights]), {
      error: "Expected one mean, deviation and weight for each member",
      path: ["weights"],
    }),
]);

function sameLengths({ deviations, features, means, weights }: LogitModel): boolean {
  return isAlike(features, [means, deviations, weights]);
}

function isAlike(named: readonly unknown[], numbered: readonly (readonly number[])[]): boolean {
  return numbered.every((values) => values.length === named.length);
}
