/** log(2 pi) / 2. */
const HALF_LOG_TWO_PI = 0.918_938_533_204_672_8;
/** From here on the series of Stirling's error is exact to the last digit. */
const STIRLING_FROM = 16;
/** Bounds the loops; the continued fraction takes about sqrt(a + b) terms, the quantile about ten steps. */
const MOST_TERMS = 100_000;
const MOST_STEPS = 2000;

/**
 * Regularised incomplete beta function I_x(a, b): the distribution function of Beta(a, b) at x.
 *
 * Lentz's continued fraction on the side of the mean where it converges fast; the factor before it is Loader's, which
 * stays exact where the logarithms of gamma functions would cancel. Accurate to about 1e-12, from a = 0.1 to a + b = 1e6.
 *
 * @param x in [0, 1]
 * @param a finite and > 0
 * @param b finite and > 0
 * @returns a probability, never decreasing in x up to that accuracy
 * @throws {RangeError} on arguments outside those ranges
 * @see NIST Digital Library of Mathematical Functions, 8.17(v); C. Loader, Fast and Accurate Computation of Binomial
 *   Probabilities (2000)
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  checkUnit(x, "x");
  checkShape(a, "a");
  checkShape(b, "b");
  if (x === 0 || x === 1) return x;
  const front = x * (1 - x) * betaDensity(x, a, b);
  const lower = x < (a + 1) / (a + b + 2);
  const tail = lower ? (front * fraction(x, a, b)) / a : (front * fraction(1 - x, b, a)) / b;
  return Math.min(1, Math.max(0, lower ? tail : 1 - tail));
}

/**
 * The x with I_x(a, b) = p: the p-quantile of Beta(a, b). Newton's method, held inside a shrinking bracket.
 *
 * @param p in [0, 1]
 * @param a finite and > 0
 * @param b finite and > 0
 * @returns in [0, 1], accurate to about 1e-12
 * @throws {RangeError} on arguments outside those ranges
 */
export function betaQuantile(p: number, a: number, b: number): number {
  checkUnit(p, "p");
  checkShape(a, "a");
  checkShape(b, "b");
  if (p === 0 || p === 1) return p;
  let [low, high] = [0, 1];
  let x = a / (a + b);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const excess = incompleteBeta(x, a, b) - p;
    if (excess > 0) high = x;
    else low = x;
    const newton = x - excess / betaDensity(x, a, b);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= Number.EPSILON * x) return next;
    x = next;
  }
  return x;
}

/** Density of Beta(a, b) at x in (0, 1). */
function betaDensity(x: number, a: number, b: number): number {
  const sum = a + b;
  const stirling = stirlingError(sum) - stirlingError(a) - stirlingError(b);
  const exponent = stirling - deviance(a, sum * x) - deviance(b, sum * (1 - x));
  const scale = Math.sqrt((a * b) / sum) * Math.exp(-HALF_LOG_TWO_PI);
  return (scale * Math.exp(exponent)) / (x * (1 - x));
}

/** Error of Stirling's formula: log Gamma(z + 1) - (z + 1/2) log z + z - log(2 pi) / 2. */
function stirlingError(z: number): number {
  let error = 0;
  let from = z;
  for (; from < STIRLING_FROM; from += 1) error += (from + 0.5) * Math.log1p(1 / from) - 1;
  const square = from * from;
  const series = 1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square;
  return error + series / from;
}

/** value log(value / mean) + mean - value, without the cancellation near value = mean. */
function deviance(value: number, mean: number): number {
  const difference = value - mean;
  if (Math.abs(difference) > 0.1 * (value + mean)) return value * Math.log(value / mean) - difference;
  const ratio = difference / (value + mean);
  let total = difference * ratio;
  let term = 2 * value * ratio;
  for (let odd = 3; odd < 100; odd += 2) {
    term *= ratio * ratio;
    const next = total + term / odd;
    if (next === total) break;
    total = next;
  }
  return total;
}

/** The continued fraction of I_x(a, b) after its factor x^a (1 - x)^b / (a B(a, b)), by Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  const tiny = Number.MIN_VALUE / Number.EPSILON;
  const nonzero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / nonzero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m < MOST_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const coefficient of [even, odd]) {
      d = 1 / nonzero(1 + coefficient * d);
      c = nonzero(1 + coefficient / c);
      change = c * d;
      result *= change;
    }
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return result;
}

function checkUnit(value: number, name: string): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`Expected \`${name}\` in [0, 1], got ${value}.`);
}

function checkShape(value: number, name: string): void {
  if (!(Number.isFinite(value) && value > 0)) {
    throw new RangeError(`Expected \`${name}\` to be finite and > 0, got ${value}.`);
  }
}
