/** A stored ensemble cannot be brought back, as a scorer that its weights belong to was not given. */
export class EnsembleMemberError extends Error {
  override readonly name = "EnsembleMemberError";
  readonly code = "ENSEMBLE_MEMBER";
  /** Fingerprint of the scorer that is missing. */
  readonly expected: string;
  /** Fingerprints of those that were given. */
  readonly given: readonly string[];

  constructor(expected: string, given: readonly string[]) {
    const got = given.length === 0 ? "none" : given.map((fingerprint) => `"${fingerprint}"`).join(", ");
    super(
      `The ensemble needs its member "${expected}", got ${got}. Give \`scorerFromModel\` the same scorer, or fit anew.`,
    );
    this.expected = expected;
    this.given = given;
  }
}
