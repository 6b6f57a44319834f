/** Scores nearer to 0 or 1 count as this near: a judge that says "certainly" has no infinite odds. */
const NEAREST = 1e-3;

/** @internal The number of features of a prefix. */
export const PREFIX_FEATURES = 4;

/** Log odds of a score in [0, 1], held within +-6.9. */
const logOdds = (score: number): number => {
  const held = Math.min(1 - NEAREST, Math.max(NEAREST, score));
  return Math.log(held / (1 - held));
};

/**
 * @internal Gives what a prefix of a run is judged by, score after score: the last, the least and the mean log odds of the scores so far, and the last change of them; shape [4].
 */
export function prefixCourse(): (score: number) => readonly number[] {
  let [count, sum, least] = [0, 0, Infinity];
  let before: number | undefined;
  return (score) => {
    const last = logOdds(score);
    count += 1;
    sum += last;
    least = Math.min(least, last);
    const change = last - (before ?? last);
    before = last;
    return [last, least, sum / count, change];
  };
}
