import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { arithmeticClaims } from "./arithmetic-claims.ts";

const verdicts = (text: string) =>
  arithmeticClaims(text).map(({ stated, verdict }) => `${stated} ${verdict}`);

describe("arithmeticClaims", () => {
  it.each([
    ["12/2 = 6 months", ["6 right"]],
    ["a total of 6*140 = $840", ["840 right"]],
    ["She paid $140-$14 = $126 each month", ["126 right"]],
    ["10/100*140 = $14 less", ["14 right"]],
    ["3 x 4 = 12, and 3x4=13", ["12 right", "13 wrong"]],
    ["50% of 80 = 40", ["40 right"]],
    ["1/2 of 80 is 45", ["45 wrong"]],
    ["840+756=<<840+756=1596>>1596", ["1596 right", "1596 right"]],
    ["1,250 + 2,750.50 = 4,000.50", ["4000.5 right"]],
    ["20 - (2 * 2.5) = 10 ounces", ["10 wrong"]],
    ["(5 + 3 = 8)", ["8 right"]],
    ["4 packs x 3 pens/pack = 12 pens", ["12 right"]],
    ["(9 - -4) + (-9 * 3) = -14", ["-14 right"]],
    ["A = (4 + 5) = 10.", ["10 wrong"]],
    ["2 + 3 = 5 * 2 = 10", ["10 right", "10 right"]],
    ["2 + 3\n= 6", ["6 wrong"]],
    ["10 / 3 = 3.33 and 10 / 3 = 3", ["3.33 right", "3 rounded"]],
    ["3 times 5 is 15", ["15 right"]],
    ["3 \\times 5 = 16", ["16 wrong"]],
    ["4 * 25 cents = $1", ["1 right"]],
    ["100% - 20% = 80%", ["0.8 right"]],
    ["2^3 = 8", ["8 right"]],
    ["840 + -1 = 839", ["839 right"]],
  ])("reads and recomputes %j", (text, expected) => {
    expect(verdicts(text)).toEqual(expected);
  });

  it.each([
    "2x + 1 = 3",
    "x = 5",
    "The cost of 5 is 3",
    "price * 3 = 30",
    "60 = 15 + x",
    "5 / 0 = 7",
    "((((",
    "= = =",
    "a 3-month plan = 12",
  ])("claims nothing of %j", (text) => {
    expect(verdicts(text)).toEqual([]);
  });

  it("finds every sum of two integers right, and every other result wrong", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 9 }),
        (a, b, off) => {
          expect(verdicts(`so ${a} + ${b} = ${a + b} apples`)).toEqual([`${a + b} right`]);
          expect(verdicts(`so ${a} - ${b} = ${a - b + off}`)).toEqual([`${a - b + off} wrong`]);
        },
      ),
    );
  });

  it("takes any text without failing", () => {
    const piece = fc.constantFrom(
      "1",
      "2.5",
      "+",
      "-",
      "*",
      "/",
      "(",
      ")",
      "=",
      "%",
      "x",
      "of",
      " ",
      "pens",
      "<<",
      ">>",
      "\n",
      "$",
      "^",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        for (const { operands, stated } of arithmeticClaims(pieces.join(""))) {
          expect([...operands, stated].every(Number.isFinite)).toBe(true);
        }
      }),
    );
  });

  it.each(["(", "1+", "-", "1,111", "9", "1=", "2*2=", "1 a ", "((1)", "1^", "\\", "= ", "1.1."])(
    "takes 100,000 characters of %j",
    (piece) => {
      expect(arithmeticClaims(piece.repeat(Math.ceil(100_000 / piece.length)))).toBeInstanceOf(Array);
    },
  );
});
