import { readLogprobs, type Step } from "@langgraph-rollback/attribution/trajectory";
import type { Message } from "./message.ts";

/** Log-probabilities of what a model said, in a few numbers; nothing where no message has any. */
export function logprobsOf(said: readonly Message[]): Pick<Step, "logprobs"> {
  const logprobs = readLogprobs(
    said.map((message) => ({
      logprobs: message.logprobs,
      text: message.text,
      callsTools: message.calls.length > 0,
    })),
  );
  return logprobs === undefined ? {} : { logprobs };
}
