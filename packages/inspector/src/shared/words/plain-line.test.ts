import fc from "fast-check";
import { expect, it } from "vitest";

import { anyText } from "../../fixtures/any-run.ts";
import { plainLine } from "./plain-line.ts";

it("is one line of visible characters, no longer than the limit, for any text", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, width) => {
      const line = plainLine(text, width);
      expect(Array.from(line).length).toBeLessThanOrEqual(width);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(line).not.toMatch(/\p{M}{3}/u);
    }),
  );
});

it("says that it was cut off", () => {
  expect(plainLine("four words, not three", 10)).toBe("four word…");
  expect(plainLine("just so", 7)).toBe("just so");
});

it("counts letters that are twice as wide as two", () => {
  expect(plainLine("日本語", 6)).toBe("日本語");
  expect(plainLine("日本語", 5)).toBe("日本…");
  expect(plainLine("日本語", 4)).toBe("日…");
});

it("looks at no more of ten megabytes than it shows", () => {
  expect(plainLine("x".repeat(10_000_000), 5)).toBe("xxxx…");
});
