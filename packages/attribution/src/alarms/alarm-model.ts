import { z } from "zod";

import { PREFIX_FEATURES } from "./prefix-features.ts";

/** The weights at one position. */
export interface AlarmWeights {
  /** Mean and deviation of each feature, shape [4] each. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  /** Of features in units of deviations from their mean, held within [-3, 3]; shape [4]. */
  readonly weights: readonly number[];
  /** Less the log odds of wrong runs among those that it was fitted to: the alarm is a log density ratio. */
  readonly intercept: number;
}

/** Weights of an alarm: they say how far a prefix of each length speaks for a wrong run. Plain JSON. */
export interface AlarmModel {
  readonly kind: "prefix-logistic";
  /** By the length of the prefix, from 1; longer prefixes have the last. */
  readonly positions: readonly AlarmWeights[];
}

const features = z.array(z.number()).length(PREFIX_FEATURES);

/** @internal */
export const alarmModelSchema: z.ZodType<AlarmModel> = z.object({
  kind: z.literal("prefix-logistic"),
  positions: z
    .array(
      z.object({
        means: features,
        deviations: z.array(z.number().positive()).length(PREFIX_FEATURES),
        weights: features,
        intercept: z.number(),
      }),
    )
    .min(1),
});
