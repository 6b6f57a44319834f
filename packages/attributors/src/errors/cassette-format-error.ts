/** A file is no cassette, or a damaged one, or one of another version. */
export class CassetteFormatError extends Error {
  override readonly name = "CassetteFormatError";
  readonly code = "CASSETTE_FORMAT";
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;

  constructor(file: string, line: number, cause: unknown) {
    super(`Line ${line} of "${file}" is no line of a cassette. Record it anew with \`recordModel\`.`, {
      cause,
    });
    this.file = file;
    this.line = line;
  }
}
