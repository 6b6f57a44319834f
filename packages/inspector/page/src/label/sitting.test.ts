import { expect, it } from "vitest";

import { sittingOf } from "./sitting.ts";

it("is of fifty, or of all that there is", () => {
  expect(sittingOf(0, 120)).toEqual({ done: 0, of: 50 });
  expect(sittingOf(12, 108)).toEqual({ done: 12, of: 50 });
  expect(sittingOf(3, 4)).toEqual({ done: 3, of: 7 });
  expect(sittingOf(0, 0)).toEqual({ done: 0, of: 0 });
});

it("is followed by another one, as long as something is left", () => {
  expect(sittingOf(49, 71)).toEqual({ done: 49, of: 50 });
  expect(sittingOf(50, 70)).toEqual({ done: 0, of: 50 });
  expect(sittingOf(50, 0)).toEqual({ done: 50, of: 50 });
  expect(sittingOf(110, 10)).toEqual({ done: 10, of: 20 });
});
