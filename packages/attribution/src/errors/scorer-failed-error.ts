import { sentence } from "../trajectory/index.ts";

/** A scorer threw or rejected; `cause` is what it threw. Aborts are not wrapped. */
export class ScorerFailedError extends Error {
  override readonly name = "ScorerFailedError";
  readonly code = "SCORER_FAILED";
  readonly fingerprint: string;
  readonly trajectoryId: string;

  constructor(fingerprint: string, trajectoryId: string, cause: unknown) {
    const what = cause instanceof Error ? cause.message : "a value that is no Error";
    super(
      `Scorer "${fingerprint}" failed on trajectory "${trajectoryId}": ${sentence(what)} See \`cause\`.`,
      {
        cause,
      },
    );
    this.fingerprint = fingerprint;
    this.trajectoryId = trajectoryId;
  }
}
