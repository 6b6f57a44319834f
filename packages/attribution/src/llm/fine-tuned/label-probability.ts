import type { AIMessage } from "@langchain/core/messages";
import { z } from "zod";

const token = z.object({ token: z.string(), logprob: z.number() });
const metadata = z.object({
  logprobs: z.object({
    content: z.array(token.extend({ top_logprobs: z.array(token).default([]) })),
  }),
});

/**
 * @internal How probable an answer makes "yes", in [0, 1]. With log-probabilities (LangChain's `response_metadata.logprobs`, as
 * `ChatOpenAI` with `logprobs: true` gives them): that of "yes" against that of "no" at the place of the label, and where
 * only one of the two was listed, its own. Without: 1 for "yes", 0 for "no".
 *
 * @returns `undefined` for an answer that is neither
 */
export function labelProbability(answer: Pick<AIMessage, "text" | "response_metadata">): number | undefined {
  const said = labelOf(answer.text.replace(/^\s*<think>.*?<\/think>/s, ""));
  if (said === undefined) return undefined;
  return fromLogprobs(answer.response_metadata) ?? (said === "yes" ? 1 : 0);
}

function fromLogprobs(given: unknown): number | undefined {
  const read = metadata.safeParse(given);
  if (!read.success) return undefined;
  const { content } = read.data.logprobs;
  const thought = content.findLastIndex((one) => one.token.includes("</think>"));
  const place = content.slice(thought + 1).find((one) => labelOf(one.token) !== undefined);
  if (place === undefined) return undefined;
  const listed = place.top_logprobs.length === 0 ? [place] : place.top_logprobs;
  const yes = mass(listed, "yes");
  const no = mass(listed, "no");
  if (yes > 0 && no > 0) return yes / (yes + no);
  return Math.min(1, yes > 0 ? yes : Math.max(0, 1 - no));
}

/** Several tokens can stand for one label: "yes", " Yes". */
function mass(listed: readonly z.infer<typeof token>[], label: "yes" | "no"): number {
  return listed
    .filter((one) => labelOf(one.token) === label)
    .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
}

function labelOf(text: string): "yes" | "no" | undefined {
  const [, said] = /^[\s"'*`]*(yes|no)(?![\p{L}\p{N}])/iu.exec(text) ?? [];
  if (said === undefined) return undefined;
  return said.toLowerCase() === "yes" ? "yes" : "no";
}
