import { isCommand } from "@langchain/langgraph";
import { z } from "zod";

import { AnswerFormatError } from "../errors/answer-format-error.ts";
import type { Stopped } from "../errors/rollback-exhausted-error.ts";

/** Answer of a human. `true` and "approve" approve, `false` and "decline" decline. */
export type RollbackAnswer =
  | {
      readonly decision: "approve";
      /** Index of the first step to undo, instead of the proposed one. */
      readonly step?: number;
      /** Note to the next attempt in place of the planned one. */
      readonly note?: string;
    }
  | Decline;

/** Answer that keeps a rollback from being made. */
interface Decline {
  readonly decision: "decline";
  /** Treatment of the acts that the run holds. Default: as `onUnaccepted` says. */
  readonly held?: "release" | "discard";
}

const answer: z.ZodType<RollbackAnswer> = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.literal("approve"),
    step: z.number().int().nonnegative().exactOptional(),
    note: z.string().exactOptional(),
  }),
  z.strictObject({
    decision: z.literal("decline"),
    held: z.enum(["release", "discard"]).exactOptional(),
  }),
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

/** @internal Why a run ended whose rollback a human declined. */
export const declinedBy = ({ held }: Decline): Stopped => ({
  by: "declined",
  ...(held === undefined ? {} : { held }),
});

/** @internal Answer of a call to a question: plainly, or by the question's id. `undefined` where it answers nothing. */
export function answerIn(call: unknown, id: string): { readonly value: unknown } | undefined {
  if (!isCommand(call) || call.resume === undefined || call.resume === null) return undefined;
  const { resume } = call;
  const byId: unknown = typeof resume === "object" ? Reflect.get(resume, id) : undefined;
  return { value: byId ?? resume };
}
