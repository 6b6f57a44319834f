import type { Attribution, CalibratedKind } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { excludedWords } from "./excluded-words.ts";

function attribution(
  scores: readonly number[],
  steps: readonly number[],
  calibrated?: CalibratedKind,
): Attribution {
  const range = { start: steps[0] ?? 0, end: steps.at(-1) ?? 0 };
  const set = { steps, range, level: 0.8, guarantee: "exact", reason: "" } as const;
  const found = { scores, set, alpha: 0.2, n: 9, scorerFingerprint: "s" };
  return { status: "bounded", ...found, ...(calibrated === undefined ? {} : { calibrated }) };
}

const kind = (method: CalibratedKind["method"]): CalibratedKind => ({ method, goal: "first" });

describe("excludedWords", () => {
  it("has nothing to explain where a step with the highest score is in the set, or all are alike", () => {
    expect(excludedWords(attribution([0.1, 0.8, 0.1], [1, 2]))).toBeUndefined();
    expect(excludedWords(attribution([0.8, 0.8, 0.1], [1, 2]))).toBeUndefined();
    expect(excludedWords(attribution([0.2, 0.2, 0.2], [2]))).toBeUndefined();
  });

  it("says from which end the set was filled, and where it ended", () => {
    const early = attribution([0.8, 0.1, 0.4], [1, 2], kind("suffix"));
    expect(excludedWords(early)).toBe(
      "Step 1 has the highest score and is outside of the set, because such sets are filled from the last step backwards, and the calibration lets this one go no further than step 2.",
    );
    expect(excludedWords(attribution([0.4, 0.1, 0.8], [0, 1], kind("right")))).toMatch(
      /filled from the first step onwards, .* no further than step 2\.$/,
    );
    // A record of an older version does not name its method.
    expect(excludedWords(attribution([0.8, 0.1, 0.4], [1, 2]))).toMatch(/from the last step backwards/);
  });

  it("says that scores were too flat, or that the threshold decides", () => {
    const flat = attribution([0.21, 0.2, 0.2], [1, 2]);
    const positionOnly = { ...flat, set: { ...flat.set, positionOnly: "scores are flat" } };
    expect(excludedWords(positionOnly)).toMatch(/too flat to use/);
    expect(excludedWords(attribution([0.8, 0.1, 0.4], [1, 2], kind("selected")))).toMatch(
      /calibrated threshold/,
    );
  });
});
