import { expect, it } from "vitest";

import { newerOf, type SeenAttempt } from "./seen-attempt.ts";

const seen = (attempt: number, changes: number): SeenAttempt => ({ attempt, changes, record: {} });

it.each([
  { older: seen(1, 1), newer: seen(1, 2), why: "more changes" },
  { older: seen(1, 9), newer: seen(2, 1), why: "a later attempt" },
])("keeps what was seen last, in whichever order it is written: $why", ({ older, newer }) => {
  expect(newerOf(older, newer)).toBe(newer);
  expect(newerOf(newer, older)).toBe(newer);
});

it("keeps what is there where nothing is written", () => {
  expect(newerOf(seen(1, 1), undefined)).toEqual(seen(1, 1));
  expect(newerOf(undefined, seen(1, 1))).toEqual(seen(1, 1));
});
