import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { HOSTILE_TEXTS } from "../testing/hostile-texts.ts";
import { visiblePart } from "./visible-text.ts";

const hidden = /(?!\n|\t|\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...HOSTILE_TEXTS.map((each) => each.slice(0, 300))),
  fc.string({ unit: fc.constantFrom("a", '"', "\\", "\n", "\u001B", "\u{E0041}", "\uD800", "😀") }),
);
const all = (given: string) => visiblePart(given, 0, Number.POSITIVE_INFINITY).text;

describe("visiblePart", () => {
  it("leaves nothing hidden in a text", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(all(given)).not.toMatch(hidden);
      }),
    );
  });

  it("takes no more characters of JSON than it may, and gets on with fourteen", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 14, max: 40 }), (given, most) => {
        const { end, text: part } = visiblePart(given, 0, most);
        expect(JSON.stringify(part).length - 2).toBeLessThanOrEqual(most);
        expect(end > 0 || given === "").toBe(true);
      }),
    );
  });

  it("gives the whole text page by page", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 14, max: 40 }), (given, most) => {
        const pages: string[] = [];
        for (let from = 0; from < given.length;) {
          const page = visiblePart(given, from, most);
          pages.push(page.text);
          from = page.end;
        }
        expect(pages.join("")).toBe(all(given));
      }),
    );
  });

  it("spells out what is hidden, and keeps line ends, tabs and emojis", () => {
    expect(all("\u001B[2Jred\r\n\ta\u202Eb")).toBe("\\u001b[2Jred\\u000d\n\ta\\u202eb");
    expect(all("tag \u{E0049}")).toBe("tag \\udb40\\udc49");
    expect(all("❤\uFE0F 注文 “x”")).toBe("❤\uFE0F 注文 “x”");
  });
});
