import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { lexemes } from "./lexemes.ts";

/** The same as one regular expression: shorter, and several times slower. */
const LEXEME =
  /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+|(?<=\d)x(?=\d)|\\?\p{L}[\p{L}\p{N}_]*|\*\*|<<|>>|\n|[^\s]/gu;

describe("lexemes", () => {
  it.each([
    ["She paid $1,250.50.", ["She", "paid", "$", "1,250.50", "."]],
    ["3x4 \\times .5\n=<<6>>", ["3", "x", "4", "\\times", ".5", "\n", "=", "<<", "6", ">>"]],
    ["1,2345 été 一二", ["1", ",", "2345", "été", "一二"]],
  ])("cuts %j", (text, expected) => {
    expect(lexemes(text)).toEqual(expected);
  });

  it("cuts any text as its regular expression does", () => {
    const piece = fc.constantFrom(
      "1",
      "12",
      "345",
      ",",
      ".",
      "x",
      "ab",
      "_",
      "\\",
      "*",
      "<",
      ">",
      " ",
      "é",
      "٣",
      "\n",
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(lexemes(text)).toEqual(text.match(LEXEME) ?? []);
      }),
      { numRuns: 300 },
    );
  });
});
