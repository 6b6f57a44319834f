import { isCommand } from "@langchain/langgraph";
import { z } from "zod";

import { AnswerFormatError } from "../errors/answer-format-error.ts";

/** Answer of a human. `true` and "approve" approve, `false` and "decline" decline. */
export type RollbackAnswer =
  | {
      readonly decision: "approve";
      /** Index of the first step to undo, instead of the proposed one. */
      readonly step?: number;
      /** Note to the next attempt in place of the planned one. */
      readonly note?: string;
    }
  | { readonly decision: "decline" };

const answer: z.ZodType<RollbackAnswer> = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.literal("approve"),
    step: z.number().int().nonnegative().exactOptional(),
    note: z.string().exactOptional(),
  }),
  z.strictObject({ decision: z.literal("decline") }),
]);

/**
 * @internal
 * @throws {AnswerFormatError} if it is not an answer
 */
export function parseAnswer(given: unknown): RollbackAnswer {
  if (given === true || given === "approve") return { decision: "approve" };
  if (given === false || given === "decline") return { decision: "decline" };
  const parsed = answer.safeParse(given);
  if (!parsed.success) throw new AnswerFormatError(given, `${z.prettifyError(parsed.error)}.`);
  return parsed.data;
}

/** @internal Answer of a call to a question: plainly, or by the question's id. `undefined` where it answers nothing. */
export function answerIn(call: unknown, id: string): { readonly value: unknown } | undefined {
  if (!isCommand(call) || call.resume === undefined || call.resume === null) return undefined;
  const { resume } = call;
  const byId: unknown = typeof resume === "object" ? Reflect.get(resume, id) : undefined;
  return { value: byId ?? resume };
}
