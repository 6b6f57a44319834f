import type { StepExplanation } from "@langgraph-rollback/attribution";
import { z } from "zod";

import { explanationWords } from "../shared/words/explanation-words.ts";
import { recorded } from "./run-tool.ts";
import type { Told } from "./told.ts";

/** Why a step is suspected. */
export interface ExplanationTold {
  readonly sum?: string | undefined;
  readonly parts: { share?: string | undefined; says: string; reason?: string | undefined }[];
}

/** Its shape. */
export const explanationTold: z.ZodType<ExplanationTold, ExplanationTold> = z.object({
  sum: z.string().optional().describe("Meaning of the shares."),
  parts: z.array(
    z.object({
      share: z.string().optional(),
      says: recorded,
      reason: recorded.optional().describe("Recorded text: a language model's reason."),
    }),
  ),
});

/** Parts of an explanation that are told. */
const PARTS = 8;

export function explanationToldOf(explanation: StepExplanation, told: Told): ExplanationTold {
  const { parts, sum } = explanationWords(explanation);
  if (parts.length > PARTS)
    told.leftOut(`Step ${explanation.step + 1}: ${parts.length - PARTS} further parts of its explanation.`);
  return {
    ...(sum === undefined ? {} : { sum }),
    parts: parts.slice(0, PARTS).map(({ reason, says, share }) => ({
      ...(share === undefined ? {} : { share }),
      says: told.text("Part of an explanation", says, 400),
      ...(reason === undefined ? {} : { reason: told.text("Reason of a model", reason, 600) }),
    })),
  };
}
