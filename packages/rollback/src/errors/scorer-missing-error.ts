/** A calibration was given whose scorer is not: it belongs to one that cannot be stored in a file. */
export class ScorerMissingError extends Error {
  override readonly name = "ScorerMissingError";
  readonly code = "SCORER_MISSING";
  readonly fingerprint: string;

  constructor(fingerprint: string) {
    super(
      `The calibration belongs to scorer "${fingerprint}" and does not hold it. Pass that scorer as \`scorer\`.`,
    );
    this.fingerprint = fingerprint;
  }
}
