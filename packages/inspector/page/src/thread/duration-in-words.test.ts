import { describe, expect, it } from "vitest";

import { durationInWords } from "./duration-in-words.ts";

describe("durationInWords", () => {
  it("is short at every size, and never says 60 seconds", () => {
    expect([0.4, 240, 3100, 59_949, 59_950, 125_000].map(durationInWords)).toEqual([
      "0 ms",
      "240 ms",
      "3.1 s",
      "59.9 s",
      "1 min 0 s",
      "2 min 5 s",
    ]);
  });
});
