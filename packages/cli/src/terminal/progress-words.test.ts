import { describe, expect, it } from "vitest";

import { progressWords } from "./progress-words.ts";

const words = (done: number, parts: number, elapsed: number) =>
  progressWords("Attributing", { done, parts, elapsed });

describe("progressWords", () => {
  it("says how many are done of how many, and how long the others take at that pace", () => {
    expect(words(20, 80, 10_000)).toBe("Attributing: 20 of 80, about 30 s left");
    expect(words(1, 60, 60_000)).toBe("Attributing: 1 of 60, about 59 min left");
    expect(words(1, 600, 60_000)).toBe("Attributing: 1 of 600, about 10 h left");
  });

  it("guesses no time before the first is done, and none at the end", () => {
    expect(words(0, 80, 10_000)).toBe("Attributing: 0 of 80");
    expect(words(80, 80, 10_000)).toBe("Attributing: 80 of 80");
  });

  it("counts nothing where there is one part", () => {
    expect(words(1, 1, 10_000)).toBe("Attributing");
  });
});
