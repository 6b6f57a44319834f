import { expect, test } from "vitest";
import { evaluate, findClaims, formatClaim, parseWorking } from "./arithmetic.ts";

test("works products out before sums", () => {
  expect(evaluate({ operands: [2, 3, 4, 8], operators: ["+", "*", "/"] })).toBe(3.5);
});

test("takes a division by zero for 0, so that a wrong run can continue", () => {
  expect(evaluate({ operands: [5, 0], operators: ["/"] })).toBe(0);
});

test("finds in a text the claims that it was made of, negative and decimal ones included", () => {
  const claims = [
    { working: { operands: [6, 140], operators: ["*" as const] }, value: 840 },
    { working: { operands: [-3, 0.5], operators: ["-" as const] }, value: -3.5 },
    { working: { operands: [12], operators: [] }, value: 12 },
  ];
  expect(findClaims(`So ${claims.map(formatClaim).join(". Then ")}.`)).toEqual(claims);
});

test("does not read brackets", () => {
  expect(parseWorking("2*(3+4)")).toBeUndefined();
});
