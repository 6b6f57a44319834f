import { describe, expect, it } from "vitest";

import { stepsInWords } from "./steps-in-words.ts";

describe("stepsInWords", () => {
  it("counts steps from 1, as people do, and joins neighbours", () => {
    expect(stepsInWords([1])).toBe("step 2");
    expect(stepsInWords([1, 2])).toBe("steps 2 and 3");
    expect(stepsInWords([1, 2, 3])).toBe("steps 2 to 4");
    expect(stepsInWords([0, 3, 4, 5, 8])).toBe("steps 1, 4 to 6 and 9");
  });
});
