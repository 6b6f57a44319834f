import { describe, expect, it } from "vitest";

import { countTokens } from "../../asking/text/count-tokens.ts";
import { traceText } from "../../asking/text/transcript.ts";
import { excerptOf } from "./excerpt.ts";

const words = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(" ");
const steps = Array.from({ length: 20 }, (_, index) => ({
  index,
  agent: "a",
  content: words(600, `s${index}w`),
}));
const whole = traceText({ steps });

const lengths = (text: string) => text.split("\n").map((line) => line.length);

describe("excerptOf", () => {
  it("shows short traces whole", () => {
    const short = [{ index: 0, agent: "a", content: "Hello." }];
    expect(excerptOf(short, 0, "fault")).toBe(traceText({ steps: short }));
  });

  it.each(["fault", "primacy", "decisiveness"] as const)(
    "shows all steps of a long trace, most of the candidate, in a tenth of the tokens, for %s",
    (criterion) => {
      const text = excerptOf(steps, 9, criterion);
      expect(countTokens(text)).toBeLessThanOrEqual(countTokens(whole) / 10);
      const each = lengths(text);
      expect(each).toHaveLength(20);
      expect(each.indexOf(Math.max(...each))).toBe(9);
    },
  );

  it("shows more of what comes before the candidate for primacy, after it for decisiveness", () => {
    const primacy = lengths(excerptOf(steps, 9, "primacy"));
    expect(primacy[4]).toBeGreaterThan(primacy[14] ?? Infinity);
    const decisiveness = lengths(excerptOf(steps, 9, "decisiveness"));
    expect(decisiveness[14]).toBeGreaterThan(decisiveness[4] ?? Infinity);
  });

  it("shows all steps alike where there is no candidate", () => {
    const each = lengths(excerptOf(steps, undefined, "fault"));
    expect(Math.max(...each) - Math.min(...each)).toBeLessThan(5);
  });
});
