import { flag } from "./feature-group.ts";
import type { FeatureGroup } from "./feature-group.ts";

const NAMES = [
  "first",
  "second",
  "last",
  "index",
  "indexSquared",
  "fromEnd",
  "relative",
  "relativeSquared",
  "logIndex",
] as const;

/** Indices beyond this one count as alike. */
const CAP = 10;

/** Where a step stands. */
export const positionFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: ({ steps }) =>
    steps.map((_, index) => {
      const capped = Math.min(index, CAP) / CAP;
      const relative = (index + 0.5) / steps.length;
      return {
        first: flag(index === 0),
        second: flag(index === 1),
        last: flag(index === steps.length - 1),
        index: capped,
        indexSquared: capped ** 2,
        fromEnd: Math.min(steps.length - 1 - index, CAP) / CAP,
        relative,
        relativeSquared: relative ** 2,
        logIndex: Math.log1p(index),
      };
    }),
};
