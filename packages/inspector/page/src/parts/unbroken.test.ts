import { expect, it } from "vitest";

import { unbroken } from "./unbroken.ts";

it("keeps percentages on one line, and leaves all other spaces as they are", () => {
  expect(unbroken("With 95 % confidence, 58.1 % of 9 % 2")).toBe(
    "With 95\u00A0% confidence, 58.1\u00A0% of 9\u00A0% 2",
  );
});
