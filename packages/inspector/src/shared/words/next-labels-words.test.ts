import { describe, expect, it } from "vitest";

import { nextLabels } from "../../labels/next-labels.ts";
import { nextLabelsWords } from "./next-labels-words.ts";

const words = (labels: number): string => nextLabelsWords(nextLabels(labels));

describe("what the next labels buy, in words", () => {
  it("tells the first promise before there is one", () => {
    expect(words(0)).toBe(
      "No labels yet that calibration can use. At 10, 6 fit a scorer and 4 calibrate: sets are promised at 80 %, and one calibration covers 47 to 99 % of failures like these, nine times out of ten; up to 83 % can be promised.",
    );
    expect(words(1)).toMatch(/^1 label: too few for a set, which takes 4\. At 10,/);
  });

  it("tells that a scorer is fitted from ten on, though the coverage of one calibration is then less certain", () => {
    expect(words(9)).toBe(
      "9 labels: sets are promised at 80 %, and rollbacks go by where errors stand. At 10, 6 fit a scorer and 4 calibrate: one calibration then covers 47 to 99 % of failures like these, nine times out of ten, instead of 57 to 96 %; up to 83 % can be promised.",
    );
  });

  it("tells how much more certain the coverage of one calibration becomes", () => {
    expect(words(14)).toBe(
      "14 labels: 10 fit a scorer, 4 calibrate, and sets are promised at 80 %. At 20, 11 fit a scorer and 9 calibrate: one calibration then covers 57 to 96 % of failures like these, nine times out of ten, instead of 47 to 99 %; up to 90 % can be promised.",
    );
  });

  it("tells that more labels change hardly anything where they do", () => {
    expect(words(2000)).toMatch(/of failures like these, as now/);
  });
});
