import { describe, expect, it } from "vitest";
import { z } from "zod";

import { countTokens } from "../text/count-tokens.ts";
import { answerSchema } from "./answer-schema.ts";

const shown = (answer: z.ZodType) => answerSchema(answer).shown;

describe("the shape of an answer, as prompts show it", () => {
  it("has types where values stand", () => {
    const step = z.object({ step: z.number(), percent: z.number().min(0).max(100), sure: z.boolean() });
    expect(shown(z.object({ reason: z.string(), steps: z.array(step) }))).toBe(
      '{"reason": string, "steps": [{"step": number, "percent": number from 0 to 100, "sure": boolean}, ...]}',
    );
  });

  it("says what fields mean, each on its line", () => {
    const answer = z.object({ half: z.enum(["first", "second"]).describe("Where it is"), note: z.string() });
    expect(shown(answer)).toBe('{\n"half": "first" | "second", // Where it is\n"note": string,\n}');
  });

  it("tells null from what may be left out, and the bounds of numbers", () => {
    const answer = z.object({
      null: z.number().nullable(),
      out: z.literal("x").optional(),
      least: z.int().min(1),
      most: z.number().max(3),
    });
    expect(shown(answer)).toBe(
      '{"null": number | null, "out"?: "x", "least": number >= 1, "most": number <= 3}',
    );
  });

  it("shows the schema of what it cannot write down", () => {
    const shape = shown(z.object({ any: z.record(z.string(), z.number()) }));
    expect(shape).toContain('"any": {"type":"object",');
    expect(shape).toContain('"number"');
  });

  it("takes fewer tokens than the schema", () => {
    const answer = z.object({ reason: z.string(), step: z.number(), confidence: z.number().min(0).max(1) });
    expect(countTokens(shown(answer))).toBeLessThan(
      countTokens(JSON.stringify(answerSchema(answer).plain)) / 2,
    );
  });
});
