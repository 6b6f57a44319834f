import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

test("reads answers as models write them", () => {
  expect(["ANSWER: 1596", "so\nAnswer: $1,596.", "**ANSWER:** 1596", "ANSWER: -2.5"].map(readAnswer)).toEqual(
    [1596, 1596, 1596, -2.5],
  );
  expect(readAnswer("the answer is unclear")).toBeUndefined();
});
