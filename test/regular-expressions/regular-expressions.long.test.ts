import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";

import { adversarialTexts, textOf } from "./adversarial-texts.ts";
import { growthOf, MOST } from "./growth.ts";
import { patternsOf, productPatterns } from "./product-patterns.ts";
import { provenGrowth } from "./proven-growth.ts";

const { made, written } = productPatterns();

const LINEAR = { growth: 0, text: "" };

/** The slowest growth that a text brings about, searching from match to match as `replaceAll` does. */
async function slowest(pattern: RegExp): Promise<{ readonly growth: number; readonly text: string }> {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replaceAll(/[gy]/g, "")}g`);
  for (const text of adversarialTexts(pattern)) {
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
    ["quadratic as a search moves from match to match", String.raw`/("(?:[^"\\]|\\[^])*")|([^"]+)/g`],
  ] as const;
  const slower = [
    ["cubic", String.raw`/^\s*(?:step)?\s*#?\s*\d+$/`],
    ["exponential", String.raw`/^(?:a+)+$/`],
  ] as const;

  it.each([...quadratic, ...slower])("finds what is %s: %s", async (_, code) => {
    const [found] = patternsOf("example.tsx", `const cut = <b>{text.replace(${code}, "")}</b>;`).written;
    expect(String(found?.pattern)).toBe(code);
    expect((await slowest(found?.pattern ?? /missing/)).growth).toBeGreaterThan(MOST);
  });

  it("finds expressions that are made at run time", () => {
    const code = "const words = new RegExp(`${word}+$`);\nconst again = RegExp(word);";
    expect(patternsOf("example.ts", code).made.map(({ where }) => where)).toEqual([
      "example.ts:1",
      "example.ts:2",
    ]);
  });
});
