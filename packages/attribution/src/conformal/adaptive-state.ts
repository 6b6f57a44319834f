/** State of adaptive calibration: plain data to store between runs, as JSON and back. Made by `adaptiveStart`. */
export interface AdaptiveState {
  /** Share of labelled runs that may be missed in the long run, in (0, 1). */
  readonly alpha: number;
  /** How much one miss moves `alphaNow`; > 0. */
  readonly gamma: number;
  /** Number of nonconformities in the window. */
  readonly window: number;
  /** alpha_1, where `alphaNow` started: the bound depends on it. */
  readonly alphaStart: number;
  /** alpha_t, the miss rate that the next threshold is made for; in (-gamma, 1]. At or below 0 every step is in. */
  readonly alphaNow: number;
  /** S(x_i, y_i) of the latest labelled runs, oldest first, at most `window`. */
  readonly recent: readonly number[];
  /** T, labelled runs since the start. */
  readonly labelled: number;
  /** Of those, the runs whose decisive step was above the threshold of the time. */
  readonly missed: number;
}

/** Target and pace of adaptive calibration. */
export interface AdaptiveOptions {
  /** Share of labelled runs that may be missed in the long run, in (0, 1). */
  readonly alpha: number;
  /** How much one miss moves the miss rate. Default 0.03; larger follows faster, and swings more. Use 0.02 to 0.05. */
  readonly gamma?: number;
  /** Labelled runs that the threshold looks back on. Default 200; fewer forget faster. */
  readonly window?: number;
  /** Nonconformities of runs labelled before, oldest first. They fill the window and count for no bound. Default none. */
  readonly earlier?: readonly number[];
}

/**
 * Starts adaptive calibration, at alpha_1 = alpha.
 *
 * @throws {RangeError} if `alpha` is outside (0, 1), `gamma` is not finite and > 0, `window` is no whole number >= 1,
 *   or an earlier nonconformity is not finite
 * @see Gibbs and Candes, "Adaptive conformal inference under distribution shift", arXiv:2106.00170
 */
export function adaptiveStart({
  alpha,
  gamma = 0.03,
  window = 200,
  earlier = [],
}: AdaptiveOptions): AdaptiveState {
  const recent = earlier.slice(-window);
  const state = { alpha, gamma, window, alphaStart: alpha, alphaNow: alpha, recent, labelled: 0, missed: 0 };
  checkAdaptiveState(state);
  return state;
}

/** Refuses a state that no start and no update leads to, say one that lost its numbers on the way through a file. */
export function checkAdaptiveState({
  alpha,
  gamma,
  window,
  alphaNow,
  recent,
  ...counts
}: AdaptiveState): void {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`Expected \`alpha\` in (0, 1), got ${alpha}.`);
  if (!(gamma > 0 && gamma < Infinity))
    throw new RangeError(`Expected \`gamma\` to be finite and > 0, got ${gamma}.`);
  if (!Number.isSafeInteger(window) || window < 1) {
    throw new RangeError(`Expected \`window\` to be a whole number >= 1, got ${window}.`);
  }
  if (!(alphaNow > -gamma && alphaNow <= 1)) {
    throw new RangeError(`Expected \`alphaNow\` in (${-gamma}, 1], got ${alphaNow}.`);
  }
  if (!(counts.alphaStart > -gamma && counts.alphaStart <= 1)) {
    throw new RangeError(`Expected \`alphaStart\` in (${-gamma}, 1], got ${counts.alphaStart}.`);
  }
  if (!(counts.missed >= 0 && counts.missed <= counts.labelled)) {
    throw new RangeError(`Expected \`missed\` in [0, ${counts.labelled}], got ${counts.missed}.`);
  }
  for (const [index, value] of recent.entries()) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`Expected \`recent[${index}]\` to be finite, got ${String(value)}.`);
    }
  }
}
