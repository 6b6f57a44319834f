import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type TextPiece, wordChanges } from "./word-changes.ts";

const joined = (pieces: readonly TextPiece[]) => pieces.map(({ text }) => text).join("");
const marked = (pieces: readonly TextPiece[]) =>
  pieces.filter(({ isChanged }) => isChanged).map(({ text }) => text);
const shared = (pieces: readonly TextPiece[]) => joined(pieces.filter(({ isChanged }) => !isChanged));
const text = fc
  .array(fc.constantFrom("the", "answer", "is", "42", " ", "  ", "\n", ".", "\ud800", "<b>"), {
    maxLength: 20,
  })
  .map((words) => words.join(""));

describe("wordChanges", () => {
  it("gives both texts back whole, and leaves the same words unmarked in both", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const changes = wordChanges(a, b);
        if (changes === undefined) return;
        expect([joined(changes.a), joined(changes.b)]).toEqual([a, b]);
        expect(shared(changes.a)).toBe(shared(changes.b));
      }),
    );
  });

  it("marks something just where the texts differ", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const changes = wordChanges(a, b);
        if (changes === undefined) return;
        expect(marked(changes.a).length + marked(changes.b).length > 0).toBe(a !== b);
      }),
    );
  });

  it("marks the word that changed and no other", () => {
    const changes = wordChanges("so the total is 45 tickets", "so the total is 42 tickets");
    expect(changes && [marked(changes.a), marked(changes.b)]).toEqual([["45"], ["42"]]);
  });

  it("marks a changed phrase once, not word by word", () => {
    const changes = wordChanges("I looked up the old price list today", "I looked up a new price list today");
    expect(changes && [marked(changes.a), marked(changes.b)]).toEqual([["the old"], ["a new"]]);
  });

  it("takes a number for one word, and finds words where no space parts them", () => {
    const numbers = wordChanges("so it's 0.3 points more", "so it's 0.4 points more");
    expect(numbers && [marked(numbers.a), marked(numbers.b)]).toEqual([["0.3"], ["0.4"]]);
    const japanese = wordChanges("合計は四十五円です", "合計は四十二円です");
    expect(japanese && shared(japanese.a)).toContain("合計は");
  });

  it("marks nothing in texts that have next to nothing in common", () => {
    expect(wordChanges("no idea at all what to say", "The answer 42 follows from part 3.")).toBeUndefined();
  });

  it("gives up on texts that would take long", () => {
    expect(wordChanges("a ".repeat(60_000), "b ".repeat(60_000))).toBeUndefined();
  });
});
