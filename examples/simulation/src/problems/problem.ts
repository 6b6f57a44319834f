import { z } from "zod";

const chainItem = z.object({
  expr: z.string(),
  result: z.number(),
  text: z.string(),
  deps: z.array(z.number().int().nonnegative()),
});

/** A GSM8K problem with its annotated solution; one line of `data/gsm8k-chains.jsonl`. */
export const problemSchema = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.number(),
  chain: z.array(chainItem).min(1),
});

/** One annotated calculation; `deps` are the earlier items whose results it uses. */
export type ChainItem = z.infer<typeof chainItem>;
export type Problem = z.infer<typeof problemSchema>;
