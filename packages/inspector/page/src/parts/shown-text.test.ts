import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { shownText } from "./shown-text.ts";

describe("shownText", () => {
  it("shows escape sequences and marks of direction instead of obeying them", () => {
    expect(shownText("\u001B[31mred\u202Eder\u0007")).toBe("␛[31mred\\u202eder␇");
  });

  it("keeps lines and tabs, and ordinary text in any script", () => {
    const text = "a\tb\nשלום 日本 e\u0301 👩‍👩‍👧";
    expect(shownText(text)).toBe(text);
    expect(shownText("a\r\nb")).toBe("a\nb");
  });

  it("leaves no control character in, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(shownText(text)).not.toMatch(/(?![\t\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });
});
