import { z } from "zod";

/** The weights that a panel has learnt for its members. Plain JSON. */
export interface PanelModel {
  readonly kind: "panel";
  /** Fingerprints of the members, shape [m]. */
  readonly members: readonly string[];
  /** Mean and deviation of each member's scores over the runs that it was fitted to, shape [m] each. A missing score counts as the mean. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  /** Of scores in units of deviations from their mean, held within [-3, 3]; shape [m]. */
  readonly weights: readonly number[];
  readonly intercept: number;
  /** Strength of the penalty on the weights that cross-validation chose. */
  readonly ridge: number;
}

const numbers = z.array(z.number());

export const panelModelSchema: z.ZodType<PanelModel> = z
  .object({
    kind: z.literal("panel"),
    members: z.array(z.string().min(1)).min(1),
    means: numbers,
    deviations: z.array(z.number().positive()),
    weights: numbers,
    intercept: z.number(),
    ridge: z.number().positive(),
  })
  .refine(
    ({ members, means, deviations, weights }) =>
      [means, deviations, weights].every(({ length }) => length === members.length),
    { error: "Expected a mean, a deviation and a weight for each member", path: ["members"] },
  );
