import { sentence } from "../trajectory/index.ts";

/** A line of an opinion file cannot be read. */
export class OpinionFormatError extends Error {
  override readonly name = "OpinionFormatError";
  readonly code = "OPINION_FORMAT";
  /** Of the file, from 1. */
  readonly line: number;
  /** Path of the field, such as `marks.judge.steps`; "" for the line as a whole. */
  readonly field: string;

  constructor(line: number, field: string, fault: string, options?: ErrorOptions) {
    const place = field === "" ? `line ${line}` : `line ${line}, \`${field}\``;
    super(`Opinions (${place}): ${sentence(fault)} Correct the line, or leave it out.`, options);
    this.line = line;
    this.field = field;
  }
}
