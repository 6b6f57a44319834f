import type { z } from "zod";

import { answerSchema } from "./answer-schema.ts";
import { findJson } from "./find-json.ts";
import { mendAnswer } from "./mend-answer.ts";

/** @internal An answer in its shape, or what is wrong with it, in words for the model. */
export type ReadAnswer<T> = { readonly value: T } | { readonly problem: string };

/** @internal Rules that an answer has to follow. */
export interface AnswerRules<T> {
  readonly answer: z.ZodType<T>;
  readonly check?: (answer: T) => T | Error;
}

/** @internal Reads an answer from a model's text. Where the text holds several that differ, none of them counts. */
export function readAnswer<T>(text: string, { answer, check }: AnswerRules<T>): ReadAnswer<T> {
  if (text.trim() === "") return { problem: "The answer is empty." };
  const values = findJson(text);
  const { plain } = answerSchema(answer);
  const results = values.map((value) => answer.safeParse(mendAnswer(value, plain)));
  const [fitting, ...others] = results.flatMap(({ success, data }) => (success ? [data] : []));
  if (others.length > 0) return { problem: "The answer holds several JSON objects that fit; give one." };
  if (fitting !== undefined) return checkedAnswer(fitting, check);
  const error = results.length === 1 ? results[0]?.error : undefined;
  return { problem: error === undefined ? "The answer is not one JSON object." : issuesOf(error) };
}

function checkedAnswer<T>(value: T, check: AnswerRules<T>["check"]): ReadAnswer<T> {
  const checked = check === undefined ? value : check(value);
  return checked instanceof Error ? { problem: checked.message } : { value: checked };
}

function issuesOf({ issues }: z.ZodError): string {
  const told = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join(".") || "answer"}: ${message}`);
  return told.join("; ");
}
