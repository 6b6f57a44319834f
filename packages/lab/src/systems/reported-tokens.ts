import type { BaseMessage } from "@langchain/core/messages";
import { z } from "zod";

import type { TokenSum } from "./system.ts";

const reporting = z.looseObject({
  usage_metadata: z.looseObject({ input_tokens: z.number().positive(), output_tokens: z.number() }),
});

/** Tokens that a reply reports; `undefined` where it reports none. */
export function reportedTokens(reply: BaseMessage): TokenSum | undefined {
  const told = reporting.safeParse(reply).data?.usage_metadata;
  return told === undefined ? undefined : { input: told.input_tokens, output: told.output_tokens };
}

/** A reply with the tokens that it is to report. */
export const reportingReply = <Reply extends BaseMessage>(reply: Reply, { input, output }: TokenSum): Reply =>
  Object.assign(reply, {
    usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  });
