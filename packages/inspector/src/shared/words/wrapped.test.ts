import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyText } from "../../fixtures/any-run.ts";
import { displayWidth } from "./display-width.ts";
import { wrapped } from "./wrapped.ts";

describe("displayWidth", () => {
  it.each([
    ["plain", 5],
    ["日本", 4],
    ["ｗｉｄｅ", 8],
    ["한국어", 6],
    ["e\u0301", 1],
    ["🙂", 2],
    ["✅", 2],
    ["❤\uFE0F", 2],
    ["𠮷", 2],
    ["ÄßЖ→", 4],
    ["", 0],
  ])("of %j is %i", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe("wrapped", () => {
  it("breaks at spaces, keeps line ends, and begins each line with the indent", () => {
    expect(wrapped("one two three\n\n  four", 9, "  ")).toEqual(["  one two", "  three", "", "    four"]);
  });

  it("breaks a word that is wider than a line, and letters of two columns", () => {
    expect(wrapped("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
    expect(wrapped("日本語文", 5)).toEqual(["日本", "語文"]);
  });

  it("gives lines within the width, with nothing that a terminal obeys, and loses no letter", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 12, max: 90 }), (text, width) => {
        const lines = wrapped(text, width, "  ");
        for (const line of lines) {
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
        const letters = lines.join("").replaceAll(/\s/g, "");
        const kept = text.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, "");
        expect(letters.replaceAll(/\\u[\da-f]{4}/g, "").length).toBeGreaterThanOrEqual(
          kept.replaceAll(/\\u[\da-f]{4}/g, "").length,
        );
      }),
    );
  });
});
