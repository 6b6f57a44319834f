import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";

import { charactersCounted, countTokens } from "./count-tokens.ts";

const reference = new Tiktoken(o200k);
const byReference = (text: string) => reference.encode(text, [], []).length;
/** Characters that counting a text looked at. */
const workOf = (count: () => unknown) => {
  const before = charactersCounted();
  count();
  return charactersCounted() - before;
};

describe("countTokens", () => {
  it("counts as OpenAI's newer models do", () => {
    expect(countTokens("")).toBe(0);
    expect(countTokens("hello world ".repeat(50))).toBe(101);
  });

  it("counts as the tokeniser does that writes the tokens down, whatever the text", () => {
    const words = fc.constantFrom(
      "it's",
      " The",
      "HTTPServer",
      "\n\n",
      "   ",
      "1234",
      "é",
      "e\u0301",
      "日本語",
    );
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(words).map((some) => some.join("")),
    );
    fc.assert(
      fc.property(anything, (text) => {
        expect(countTokens(text)).toBe(byReference(text));
      }),
    );
  });

  it("counts long texts by parts as it would count them whole", () => {
    const text = Array.from({ length: 6000 }, (_, index) => `Step ${index}: isn't it ${index * 7}?\n`).join(
      "",
    );
    expect(text.length).toBeGreaterThan(10 * 8192);
    expect(countTokens(text)).toBe(byReference(text));
  });

  it("counts markers of chat templates as text", () => {
    expect(countTokens("<|endoftext|>")).toBe(byReference("<|endoftext|>"));
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it.each(["a", "(", "1+", "= ", "\\ud800", " ", "\u0301", "👍🏽", "龘鬱"])(
    "counts a run of %j that no word ends as far as it matters, and no further",
    (text) => {
      const run = `${text.repeat(1_000_000)}!`;
      const work = workOf(() => expect(countTokens(run, 1000)).toBeGreaterThan(1000));
      expect(work).toBeLessThan(200_000);
    },
  );

  it("never makes less of a text by counting it to its end", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.nat(50), (text, most) => {
        const [whole, upTo] = [countTokens(text), countTokens(text, most)];
        expect(upTo > most).toBe(whole > most);
        if (whole <= most) expect(upTo).toBe(whole);
      }),
    );
  });

  it("counts a long text once", () => {
    const text = "once and never again ".repeat(1000);
    expect(workOf(() => countTokens(text))).toBe(text.length);
    expect(workOf(() => countTokens(text))).toBe(0);
  });
});
