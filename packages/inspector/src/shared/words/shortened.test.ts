import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { oneLine, shortened, shortenedAsJson } from "./shortened.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 }).chain((text) =>
  // Cut anywhere, so that characters are cut in two.
  fc.nat(text.length).map((end) => text.slice(0, end)),
);

describe("a shortened text", () => {
  it("is as long as allowed at most, well-formed, and counts what is missing", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, length) => {
        const kept = shortened(text, length);
        expect(kept.text.length).toBeLessThanOrEqual(length);
        expect(kept.text).not.toMatch(/\p{Surrogate}/u);
        const whole = text.length <= length;
        expect(kept.omitted === 0).toBe(whole);
        expect((whole ? kept.text.length : kept.text.length - 1) + kept.omitted).toBe(text.length);
      }),
    );
  });

  it("by its length as JSON is no longer than allowed there, quotes aside", () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, length) => {
        const kept = shortenedAsJson(text, length);
        expect(JSON.stringify(kept.text).length).toBeLessThanOrEqual(Math.max(length, 1) + 2);
        if (JSON.stringify(text.replaceAll(/\p{Surrogate}/gu, "?")).length <= length)
          expect(kept.omitted).toBe(0);
      }),
    );
  });

  it("on one line has no line breaks, control characters or gaps", () => {
    expect(oneLine("  one\r\n\ttwo\u0000three\u2028four  ", 80)).toBe("one two three four");
    expect(oneLine("a\u001B[31mb", 80)).toBe("a [31mb");
    expect(oneLine("x".repeat(10_000_000), 5)).toBe("xxxx…");
    expect(oneLine(`a${" ".repeat(10_000)}b`, 5)).toBe("a …");
  });
});
