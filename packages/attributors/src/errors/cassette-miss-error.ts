/** Facts about a request that is not in a cassette. */
export interface CassetteMiss {
  readonly file: string;
  /** Hash of the request, as in the file. */
  readonly key: string;
  /** How the answer's shape was requested. */
  readonly way: string;
  /** Whether the cassette holds any request that asks in this way. */
  readonly wayIsKnown: boolean;
}

/** The cassette of a replaying model holds no answer to a request. */
export class CassetteMissError extends Error {
  override readonly name = "CassetteMissError";
  readonly code = "CASSETTE_MISS";
  readonly file: string;
  readonly key: string;
  /**
   * As an endpoint's: asking again is no use. 400 if nothing was recorded in this way of asking: the next way is tried then, as it was when the
   * cassette was made. 404 otherwise.
   */
  readonly status: 400 | 404;

  constructor({ file, key, way, wayIsKnown }: CassetteMiss) {
    super(
      `"${file}" holds no answer to request ${key}${wayIsKnown ? "" : ` (by way of "${way}", which the cassette does not support)`}. ` +
        "Replay with the data, the methods and the version that it was recorded with, or record it anew with `recordModel`.",
    );
    this.file = file;
    this.key = key;
    this.status = wayIsKnown ? 404 : 400;
  }
}
