import { expect, it } from "vitest";

import { copiesLine } from "./copies-line.ts";

it("names twelve copies, counts the rest, and stays one line of 2,200 characters whatever their names are", () => {
  const line = copiesLine(Array.from({ length: 15 }, (_, n) => `${n}\u2028"\n${"x".repeat(5000)}`));
  expect(line).toMatch(/; and 3 more\.$/);
  expect(line).not.toMatch(/[\n\u2028]/);
  expect(line.length).toBeLessThan(2200);
});
