import { clopperPearson, type ConfidenceInterval } from "./clopper-pearson.ts";

/** Something that came true so many times in so many independent trials. */
export interface Trials {
  readonly successes: number;
  /** At least 1. */
  readonly n: number;
}

/**
 * Confidence interval of p2 - p1, where two independent samples tell of two probabilities: Newcombe's hybrid of the intervals of both.
 *
 * Newcombe takes Wilson's intervals. This one takes the exact intervals, which makes it wider: it holds the difference at least as often as it says
 * in all small samples that its tests enumerate.
 *
 * @param first      what tells of p1
 * @param second     what tells of p2
 * @param confidence in (0, 1); default 0.95
 * @returns both ends in [-1, 1]
 * @throws {RangeError} as {@link clopperPearson}
 * @see Newcombe, Statistics in Medicine 17 (1998), 873-890, method 10; Zou and Donner, Statistics in Medicine 27 (2008), 1693-1702
 */
export function differenceInterval(first: Trials, second: Trials, confidence = 0.95): ConfidenceInterval {
  const [a, b] = [intervalOf(first, confidence), intervalOf(second, confidence)];
  const difference = b.share - a.share;
  return {
    lower: difference - Math.hypot(b.share - b.lower, a.upper - a.share),
    upper: difference + Math.hypot(b.upper - b.share, a.share - a.lower),
  };
}

const intervalOf = ({ successes, n }: Trials, confidence: number) => ({
  ...clopperPearson(successes, n, confidence),
  share: successes / n,
});
