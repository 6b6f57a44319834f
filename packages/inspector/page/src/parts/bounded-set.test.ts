import { expect, it } from "vitest";

import { sampleAttribution } from "../../../src/testing/sample-attribution.ts";
import { boundedSet } from "./bounded-set.ts";

it("is the set where a bound was found, and empty where the set is all steps for want of one", () => {
  const bounded = sampleAttribution(8, 5, "exact", 1);
  const unbounded = sampleAttribution(8, 5, "none", 1);
  expect(boundedSet(bounded)).toEqual(bounded.set.steps);
  expect(unbounded.set.steps).toHaveLength(8);
  expect(boundedSet(unbounded)).toEqual([]);
  expect(boundedSet(undefined)).toEqual([]);
});
