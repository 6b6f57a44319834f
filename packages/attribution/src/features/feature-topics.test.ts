import { describe, expect, it } from "vitest";

import { featureChoice } from "./feature-set.ts";
import { FEATURE_TOPICS } from "./feature-topics.ts";

describe("FEATURE_TOPICS", () => {
  it("has each feature in one topic, and no other names", () => {
    const named = FEATURE_TOPICS.flatMap(({ features }) => features);
    expect(named.toSorted()).toEqual(featureChoice(true).names.toSorted());
  });

  it("has other words where a feature is there than where it is not", () => {
    for (const { says, features } of FEATURE_TOPICS.slice(1)) {
      const step = { place: 2, length: 5 };
      const there = says({ ...step, has: () => true, isHigh: () => true });
      const missing = says({ ...step, has: () => false, isHigh: () => false });
      expect({ features, said: there }).not.toEqual({ features, said: missing });
    }
  });
});
