import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LEVEL_WORDS } from "./context-levels.ts";
import { CONTEXT_PATTERNS, type ContextType } from "./context-type.ts";
import { extract, firstWords } from "./extract.ts";

const filler = (words: number): string => `${"lorem ".repeat(words - 1)}ipsum.`;
const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => word !== "" && word !== "…");

describe("extraction of what a level keeps of a step", () => {
  it("leaves a short content as it is", () => {
    expect(extract("We need 12 pens.", "milestone")).toBe("We need 12 pens.");
  });

  it("keeps the sentence of the type that the level wants most, and marks what is left out", () => {
    const content = `${filler(30)} Therefore the answer is 7. ${filler(30)}`;
    expect(extract(content, "points")).toBe("… Therefore the answer is 7. …");
  });

  it("looks for decisions first near the step in question, for trouble first farther away", () => {
    const content = `${filler(30)} The page was not found by the browser, after three more attempts today. ${filler(30)} Therefore I take the old figure of the year before from memory again. ${filler(30)}`;
    expect(extract(content, "points")).toMatch(/not found.*Therefore/s);
    expect(extract(content, "summary")).toMatch(/not found/);
    expect(extract(content, "summary")).not.toMatch(/Therefore/);
  });

  it("prefers the last decision and the first trouble, if both do not fit", () => {
    const decisions = [1, 2].map((n) => `Therefore we take road ${n} ${"and go on ".repeat(14)}now.`);
    expect(extract(decisions.join(" "), "points")).toMatch(/road 2/);
    expect(extract(decisions.join(" "), "points")).not.toMatch(/road 1/);
    const troubles = [1, 2].map((n) => `Request ${n} failed ${"on and on ".repeat(5)}today.`);
    expect(extract(troubles.join(" "), "summary")).toMatch(/Request 1/);
    expect(extract(troubles.join(" "), "summary")).not.toMatch(/Request 2/);
  });

  it("falls back to the first words where nothing matches, as in other languages", () => {
    expect(extract(filler(40), "milestone")).toBe(`${"lorem ".repeat(15).trim()} …`);
    expect(extract("这一步没有空格".repeat(200), "milestone")).toHaveLength(15 * 8 + 2);
  });

  it("keeps a sentence that is too long up to the limit", () => {
    expect(extract(`Error ${"x ".repeat(100)}end.`, "summary")).toBe(`Error ${"x ".repeat(19)}…`);
  });

  it.each([
    ["decision", "I conclude that both hold."],
    ["handoff", "Forwarded to the writer."],
    ["error", "Access was denied."],
    ["general", "The table was saved."],
  ] as const)("knows a sentence of the type %s", (type: ContextType, sentence) => {
    const matching = Object.entries(CONTEXT_PATTERNS).filter(([, { pattern }]) => pattern.test(sentence));
    expect(matching.map(([name]) => name)).toEqual([type]);
  });

  it("never exceeds a level's words, whatever the content", () => {
    const text = fc.array(
      fc.oneof(
        fc.constantFrom("Therefore", "error", "failed.", "done.", "so", "!", "…", "\n", "？", "Please"),
        fc.string(),
      ),
      { maxLength: 200 },
    );
    const levels = fc.constantFrom("points" as const, "summary" as const, "milestone" as const);
    fc.assert(
      fc.property(text, levels, (parts, level) => {
        const found = extract(parts.join(" "), level);
        expect(wordsOf(found).length).toBeLessThanOrEqual(LEVEL_WORDS[level]);
        expect(found).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it("reads only the two ends of a huge content", () => {
    const huge = `The first request failed. ${"We fail. ".repeat(30_000)} Therefore we stop.`;
    expect(extract(huge, "points")).toMatch(/first request failed.*Therefore we stop/);
  });

  it("cuts a model's words to the same limit", () => {
    expect(firstWords(filler(15), "milestone")).toBe(filler(15));
    expect(firstWords(filler(16), "milestone")).toBe(`${"lorem ".repeat(15)}…`);
  });
});
