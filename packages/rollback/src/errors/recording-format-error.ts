import { sentence } from "@langgraph-rollback/attribution/trajectory";

/** A recording of a run cannot be read: damaged, edited by hand, or written by another version. */
export class RecordingFormatError extends Error {
  override readonly name = "RecordingFormatError";
  readonly code = "RECORDING_FORMAT";

  constructor(detail: string, options?: ErrorOptions) {
    super(
      `The recording cannot be read: ${sentence(detail)} Export it again with \`langgraph-rollback export --as test\`, or update langgraph-rollback.`,
      options,
    );
  }
}
