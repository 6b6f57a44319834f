import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, inject, it } from "vitest";

import { adversarialTexts, textOf } from "./adversarial-texts.ts";
import { growthOf, MOST } from "./growth.ts";
import { patternsOf, productPatterns } from "./product-patterns.ts";
import { provenGrowth } from "./proven-growth.ts";

const { made, written } = productPatterns();

const LINEAR = { growth: 0, text: "" };

/** Each expression is tried with all texts, or with a fixed share of them. What is proven is proven of any text. */
const EVERY = inject("allRounds") ? 1 : 13;

/**
 * The slowest growth that a text brings about, searching from match to match as `replaceAll` does.
 *
 * @param every which share of the texts is tried: 1 for all, 2 for every second one
 */
async function slowest(
  pattern: RegExp,
  every = EVERY,
): Promise<{ readonly growth: number; readonly text: string }> {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replaceAll(/[gy]/g, "")}g`);
  for (const [place, text] of [...adversarialTexts(pattern)].entries()) {
    if (place % every !== 0) continue;
    const growth = await growthOf((length) => {
      const long = textOf(text, length);
      return () => void long.replaceAll(everywhere, "");
    });
    if (growth > MOST) return { growth, text: JSON.stringify(text) };
  }
  return LINEAR;
}

describe("a regular expression of the product", () => {
  it("is written in the source, where this test finds it", () => {
    expect(written.length).toBeGreaterThan(100);
    expect(made).toEqual([
      {
        // The tokeniser's own, which is tried below; it sees chunks of 8,192 characters.
        where: expect.stringMatching(/^packages\/attributors\/src\/asking\/text\/byte-pairs\.ts:\d+$/),
        code: 'new RegExp(o200k.pat_str, "gu")',
      },
    ]);
  });

  it.each(written.map(({ where, pattern }) => [where, pattern] as const))(
    "of %s is linear",
    async (_, pattern) => {
      expect(await provenGrowth(pattern)).toMatch(/^(?:linear|not known)$/);
      expect(await slowest(pattern)).toEqual(LINEAR);
    },
  );

  it("of the tokeniser is linear", async () => {
    expect(await slowest(new RegExp(o200k.pat_str, "gu"))).toEqual(LINEAR);
  });
});

describe("this test", () => {
  const quadratic = [
    ["quadratic by backtracking", String.raw`/^\d+\s*\s*$/`],
    ["quadratic as a search begins anew at each place", String.raw`/\s+$/`],
    ["quadratic as a search goes on from match to match", String.raw`/("(?:[^"\\]|\\[^])*")|([^"]+)/g`],
  ] as const;
  const slower = [
    ["cubic", String.raw`/^\s*(?:step)?\s*#?\s*\d+$/`],
    ["exponential", String.raw`/^(?:a+)+$/`],
  ] as const;

  it.each(inject("allRounds") ? [...quadratic, ...slower] : quadratic)(
    "finds what is %s: %s",
    async (_, code) => {
      const [found] = patternsOf("example.tsx", `const cut = <b>{text.replace(${code}, "")}</b>;`).written;
      expect(String(found?.pattern)).toBe(code);
      expect((await slowest(found?.pattern ?? /missing/, 1)).growth).toBeGreaterThan(MOST);
    },
  );

  it("finds expressions that are made at run time", () => {
    const code = "const words = new RegExp(`${word}+$`);\nconst again = RegExp(word);";
    expect(patternsOf("example.ts", code).made.map(({ where }) => where)).toEqual([
      "example.ts:1",
      "example.ts:2",
    ]);
  });
});
