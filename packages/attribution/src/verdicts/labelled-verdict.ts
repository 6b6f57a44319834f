import { z } from "zod";

/** A verifier's score of a run that is labelled right or wrong. */
export interface LabelledVerdict {
  /** The verifier's score: higher for better runs, on any scale. 1 or 0 for a verifier that says only yes or no. */
  readonly score: number;
  /** Judgement of the run by somebody who knows. */
  readonly right: boolean;
  /** The group of runs that it belongs to, known before the run. */
  readonly group?: string;
  /**
   * A number in [0, 1) that was drawn without a look at the run, say from its name. It breaks ties in the test for drift. Where all right
   * runs have one, they draw the rank: see `labelsU`.
   */
  readonly draw?: number;
}

export const labelledVerdictSchema: z.ZodType<LabelledVerdict> = z.object({
  score: z.number(),
  right: z.boolean(),
  group: z.exactOptional(z.string()),
  draw: z.exactOptional(z.number().gte(0).lt(1)),
});
