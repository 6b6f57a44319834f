import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { readAnswer } from "./read-answer.ts";

const answer = z.object({
  step: z.int(),
  score: z.number().min(0).max(1),
  kind: z.enum(["first error", "later"]).optional(),
  sure: z.boolean().optional(),
  note: z.string().nullish(),
});
const read = (text: string) => readAnswer(text, { answer });
const good = { step: 3, score: 0.5 };

describe("an answer", () => {
  it.each([
    ["plain", '{"step": 3, "score": 0.5}'],
    ["in a fence", 'Here it is:\n```json\n{"step": 3, "score": 0.5}\n```\nI hope it helps.'],
    ["in prose", 'I looked at {the run}. So: {"step": 3, "score": 0.5}. That is all.'],
    ["given twice", '{"step": 3, "score": 0.5} — again {"step":3,"score":0.5}'],
    ["with commas too many", '{"step": 3, "score": 0.5,}'],
    ["with a number as text", '{"step": "3", "score": "0.5"}'],
    ["with the step in words", '{"step": "Step 3", "score": 0.5}'],
    ["with spaces in the step's words", '{"step": " No.\\n  # 3 ", "score": "50  %"}'],
    ["with a share in percent", '{"step": 3, "score": "50%"}'],
    ["with null for what may be left out", '{"step": 3, "score": 0.5, "kind": null}'],
    [
      "with more fields than required",
      '{"step": 3, "score": 0.5, "__proto__": {"step": 1}, "constructor": 1}',
    ],
  ])("is read %s", (_, text) => {
    expect(read(text)).toEqual({ value: good });
  });

  it("has choices in any case and truth in words", () => {
    const text = '{"step": 3, "score": 0.5, "kind": "First_Error", "sure": "Yes", "note": null}';
    expect(read(text)).toEqual({ value: { ...good, kind: "first error", sure: true, note: null } });
  });

  it("keeps commas and NaN inside of texts", () => {
    const text = '{"step": 3, "score": 0.5, "note": "a, ] NaN \\" ,}",}';
    expect(read(text)).toEqual({ value: { ...good, note: 'a, ] NaN " ,}' } });
  });

  it.each([
    ["empty", " ", "The answer is empty."],
    ["prose", "The third step is wrong.", "The answer is not one JSON object."],
    ["cut off", '{"step": 3, "sco', "The answer is not one JSON object."],
    ["two answers", '{"step":3,"score":0.5} or {"step":4,"score":0.5}', "several JSON objects"],
    ["a score out of range", '{"step": 3, "score": 1.5}', "score: "],
    ["a score in percent without a sign", '{"step": 3, "score": 85}', "score: "],
    ["NaN", '{"step": 3, "score": NaN}', "score: "],
    ["Infinity", '{"step": 3, "score": -Infinity}', "score: "],
    ["half a step", '{"step": 3.5, "score": 0.5}', "step: "],
    ["a range of steps", '{"step": "3-4", "score": 0.5}', "step: "],
    ["two numbers", '{"step": "3 4", "score": 0.5}', "step: "],
    ["a list", "[1, 2]", "Invalid input"],
    ["null", "null", "Invalid input"],
  ])("is not guessed from %s", (_, text, problem) => {
    expect(read(text)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("is put right or turned down by its question's check", () => {
    const check = (said: z.infer<typeof answer>) =>
      said.step > 3 ? new RangeError("There is no such step.") : { ...said, step: 1 };
    expect(readAnswer('{"step": 3, "score": 0.5}', { answer, check })).toEqual({
      value: { ...good, step: 1 },
    });
    expect(readAnswer('{"step": 4, "score": 0.5}', { answer, check })).toEqual({
      problem: "There is no such step.",
    });
  });

  it("never throws, whatever the text", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.string({
        unit: fc.constantFrom('{"step":', "3", "}", '"', "\\", ",", "[", "]", "NaN", "```", "\n"),
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(Object.keys(read(text))).toHaveLength(1);
      }),
    );
  });

  it("is not looked for in what is nested too deeply to be written", () => {
    const deep = `So: {"step": 3, "score": 0.5, "note": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect(read(deep)).toEqual({ problem: "The answer is not one JSON object." });
  });
});
