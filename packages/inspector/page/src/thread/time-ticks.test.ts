import { expect, it } from "vitest";

import { timeTicks } from "./time-ticks.ts";

it.each([
  [900, ["0", "200 ms", "400 ms", "600 ms", "800 ms"]],
  [2100, ["0", "0.5 s", "1 s", "1.5 s", "2 s"]],
  [5_400_000, ["0", "20 min", "40 min", "60 min", "80 min"]],
  [10_500_000, ["0", "0.5 h", "1 h", "1.5 h", "2 h", "2.5 h"]],
])("names round times in one unit, up to %d ms", (ms, words) => {
  expect(timeTicks(ms, 5).map((tick) => tick.words)).toEqual(words);
});

it("lies where it says", () => {
  expect(timeTicks(5_400_000, 5)[1]).toEqual({ at: 1_200_000, words: "20 min" });
});
