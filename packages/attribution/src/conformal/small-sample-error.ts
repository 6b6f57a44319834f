/** Too few labelled failures for the requested bound. Thrown with `smallSample: "throw"`. */
export class SmallSampleError extends RangeError {
  override readonly name = "SmallSampleError";
  readonly code = "SMALL_SAMPLE";
  /** Number of labelled failures there are. */
  readonly n: number;
  /** Number that it takes. */
  readonly needed: number;

  constructor(n: number, needed: number, bound: string) {
    super(
      `Expected at least ${needed} labelled failures for ${bound}, got ${n}. Label more, or allow more misses.`,
    );
    this.n = n;
    this.needed = needed;
  }
}
