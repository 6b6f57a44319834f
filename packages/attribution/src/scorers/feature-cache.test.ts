import { describe, expect, it } from "vitest";

import { featureCache, fitLogitScorer } from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const labelled = sampleTrajectories(20, 51);
const fresh = sampleTrajectories(5, 52);

describe("featureCache", () => {
  it("changes neither fits nor scores, to the bit", async () => {
    const features = featureCache();
    for (const part of [labelled, labelled.slice(5)]) {
      const [plain, sparing] = [fitLogitScorer(part), fitLogitScorer(part, { features })];
      expect(sparing.model).toEqual(plain.model);
      for (const trajectory of [...fresh, ...labelled])
        expect(await sparing.score(trajectory)).toEqual(await plain.score(trajectory));
    }
  });

  it("reads a trajectory once, however many fits look at it", () => {
    let reads = 0;
    const watched = labelled.map((trajectory) => ({
      ...trajectory,
      get steps() {
        reads += 1;
        return trajectory.steps;
      },
    }));
    const features = featureCache();
    fitLogitScorer(watched, { features });
    const once = reads;
    fitLogitScorer(watched.slice(3), { features });
    expect(reads).toBe(once);
  });
});
