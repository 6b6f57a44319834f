import { flag, type FeatureGroup } from "./feature-group.ts";

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
  "firstByLength",
  "lastByLength",
  "indexByLength",
  "relativeByLength",
  "relativeSquaredByLength",
  "logIndexByLength",
] as const;

/** Indices beyond this one count as alike. */
const CAP = 10;

/** Features of a step's position, and of its position in a long run: each also times the log of the run's length. */
export const positionFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: ({ steps }) => {
    const long = Math.log(steps.length);
    return steps.map((_, index) => {
      const first = flag(index === 0);
      const last = flag(index === steps.length - 1);
      const capped = Math.min(index, CAP) / CAP;
      const relative = (index + 0.5) / steps.length;
      const logIndex = Math.log1p(index);
      return {
        first,
        second: flag(index === 1),
        last,
        index: capped,
        indexSquared: capped ** 2,
        fromEnd: Math.min(steps.length - 1 - index, CAP) / CAP,
        relative,
        relativeSquared: relative ** 2,
        logIndex,
        firstByLength: first * long,
        lastByLength: last * long,
        indexByLength: capped * long,
        relativeByLength: relative * long,
        relativeSquaredByLength: relative ** 2 * long,
        logIndexByLength: logIndex * long,
      };
    });
  },
};
