import { isAIMessage, type BaseMessage } from "@langchain/core/messages";
import { z } from "zod";

import { describeError } from "../errors/describe-error.ts";
import { VerifierAnswerError } from "../errors/verifier-answer-error.ts";
import { messagesIn } from "../langgraph/message-text.ts";
import { tokensByModel, tokensIn } from "../steps/token-count.ts";
import type { Verdict, VerdictCost } from "./verifier.ts";
import { shownJson } from "./shown-json.ts";

const answer = z.strictObject({
  reason: z.string().describe("What is right or wrong about the result, in one or two sentences."),
  ok: z.boolean().describe("Whether the run meets all criteria."),
  score: z.number().describe("How sure you are that it meets them, from 0 to 1."),
});

/** The accepted shape of an answer: models may add fields. */
const bounded = z.object({ ...answer.shape, score: z.number().min(0).max(1) });

const { $schema: _, ...shape } = z.toJSONSchema(answer);

/**
 * @internal The form that the model fills in, as JSON Schema: of a zod schema, clients make checks of their own, which throw. It has no bounds, since
 * some endpoints refuse them.
 */
export const ANSWER: Readonly<Record<string, unknown>> = { title: "verdict", ...shape };

const withRaw = z.object({ raw: z.unknown(), parsed: z.unknown() });

/**
 * @internal The verdict in what a model with `includeRaw` has answered. Models that do not know `includeRaw`, such as LangChain's fakes, give
 * the answer alone.
 *
 * @throws {VerifierAnswerError}
 */
export function verdictOf(given: unknown): Verdict {
  const { data: framed } = withRaw.safeParse(given);
  const read = bounded.safeParse(framed === undefined ? given : framed.parsed);
  if (!read.success) throw new VerifierAnswerError(saidIn(framed === undefined ? given : framed.raw));
  const cost = costOf(messagesIn(framed?.raw));
  return { ...read.data, ...(cost === undefined ? {} : { cost }) };
}

/** Messages of OpenAI's client where an answer was cut off or withheld. */
const UNFINISHED = /length limit was reached|rejected by the content filter/;

/**
 * @internal Some models throw where they cannot read the answer.
 *
 * @throws {VerifierAnswerError} in their place
 * @throws what else they throw
 */
export function unreadable(cause: unknown): never {
  const { message } = describeError(cause);
  const isUnread =
    cause instanceof SyntaxError ||
    Reflect.get(Object(cause), "lc_error_code") === "OUTPUT_PARSING_FAILURE" ||
    UNFINISHED.test(message);
  throw isUnread ? new VerifierAnswerError(message, { cause }) : cause;
}

function saidIn(raw: unknown): string {
  const [message] = messagesIn(raw);
  if (message === undefined) return shownJson(raw);
  const calls = isAIMessage(message)
    ? [message.tool_calls ?? [], message.invalid_tool_calls ?? []].flat()
    : [];
  return [message.text, ...calls.map(({ args }) => shownJson(args))].filter((text) => text !== "").join("\n");
}

function costOf(messages: readonly BaseMessage[]): VerdictCost | undefined {
  const tokens = tokensByModel(tokensIn([["messages", messages]]));
  return tokens.length === 0 ? undefined : { tokens };
}
