import type { ConformalStart, PolicyContext, StartPromise } from "./policy.ts";

/**
 * @internal Promise for a start that lies no later than the conformal one, or `undefined` where that is not
 * bounded.
 */
export function promiseOf(bound: ConformalStart | undefined, alpha: number): StartPromise | undefined {
  if (bound === undefined || bound.guarantee === "none") return undefined;
  const { convention, guarantee, level } = bound;
  return { attempt: 1, level, alpha, guarantee, ...(convention === undefined ? {} : { convention }) };
}

/** @internal The promise of a start, in words, for the attempt that follows. */
export function promiseSentence({ convention, level, guarantee }: StartPromise, attempt: number): string {
  const miss = missRate(level);
  const share = guarantee === "exact" ? `In at most ${miss}` : `In about ${miss} or less`;
  if (convention !== undefined)
    return `${share} of failed runs attempt ${attempt} does not start at or before the last start from which a replay recovered.`;
  return `${share} of failed runs the steps that attempt ${attempt} keeps contain the first mistake of attempt 1.`;
}

/**
 * @internal Words for the promise that still holds after a retry failed: that of attempt 2, if its start respected the bound. Nothing is promised beyond
 * it.
 */
export function afterRetries({ tries, startAt, alpha }: PolicyContext): string {
  const bound = startAt(alpha);
  const promise = promiseOf(bound, alpha);
  const second = tries[1];
  const isKept = bound !== undefined && second !== undefined && second.start <= bound.start;
  const first = promise !== undefined && isKept ? `${promiseSentence(promise, 2)} ` : "";
  return `${first}${noLevel(tries.length)}`;
}

/** @internal That nothing is promised given the failure of retries, in words. */
export function noLevel(failed: number): string {
  const retries = failed === 2 ? "attempt 2" : `attempts 2 to ${failed}`;
  return `Given that ${retries} failed too, no level is promised.`;
}

/** 1 - level, rounded up to four digits. */
function missRate(level: number): number {
  return Math.ceil((1 - level) * 10_000 - 1e-6) / 10_000;
}
