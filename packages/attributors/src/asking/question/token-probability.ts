import { z } from "zod";

/** @internal A token of the answer and those that could have stood there, by the logarithms of their probabilities. */
export interface TokenProbability {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** @internal A token and the logarithm of its probability, as endpoints tell it. */
export const tokenLogprob: z.ZodObject<{ token: z.ZodString; logprob: z.ZodNumber }> = z.object({
  token: z.string(),
  logprob: z.number(),
});

/** @internal */
export const tokenProbability: z.ZodType<TokenProbability> = tokenLogprob.extend({
  top: z.array(tokenLogprob),
});
