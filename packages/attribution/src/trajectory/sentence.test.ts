import fc from "fast-check";
import { expect, it } from "vitest";

import { sentence } from "./sentence.ts";

it.each([
  ["it broke", "it broke."],
  ["it broke.", "it broke."],
  ["it broke. ", "it broke."],
  ["Why?", "Why?"],
  ["wait…", "wait…"],
  ['he said "no."', 'he said "no."'],
  ["", "No reason was given."],
])("makes %j a sentence: %j", (reason, expected) => {
  expect(sentence(reason)).toBe(expected);
});

it("is the same when it is done twice", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(sentence(sentence(text))).toBe(sentence(text));
    }),
  );
});
