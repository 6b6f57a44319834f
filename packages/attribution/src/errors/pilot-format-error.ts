import { sentence } from "../trajectory/index.ts";

/** A file is not the JSON of a pilot on tasks, or of a version that this package cannot read. */
export class PilotFormatError extends Error {
  override readonly name = "PilotFormatError";
  readonly code = "PILOT_FORMAT";
  /** Path of the field, such as `rollback.right.count`; "" for the file as a whole. */
  readonly field: string;

  constructor(field: string, fault: string, options?: ErrorOptions) {
    super(
      `Pilot on tasks${field === "" ? "" : `, \`${field}\``}: ${sentence(fault)} If a newer version wrote the file, upgrade; otherwise write it with \`langgraph-rollback pilot --graph --tasks --json\`.`,
      options,
    );
    this.field = field;
  }
}
