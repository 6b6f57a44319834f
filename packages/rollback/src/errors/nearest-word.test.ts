import { expect, it } from "vitest";

import { nearestWord } from "./nearest-word.ts";

it.each([
  ["maxRollback", "maxRollbacks"],
  ["onevent", "onEvent"],
  ["verfiy", "verify"],
  ["notechannel", "noteChannel"],
  ["id", "ids"],
])("the option nearest to %s is %s", (word, nearest) => {
  const words = ["verify", "alpha", "maxRollbacks", "noteChannel", "onEvent", "clock", "ids"];
  expect(nearestWord(word, words)).toBe(nearest);
});

it("is none among none", () => {
  expect(nearestWord("verify", [])).toBeUndefined();
});
