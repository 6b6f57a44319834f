import { sentence } from "@langgraph-rollback/trajectory";

/** What was to be kept in a thread's history does not fit there, or a checkpointer would not give it back as it is. */
export class RecordFormatError extends Error {
  override readonly name = "RecordFormatError";
  readonly code = "RECORD_FORMAT";
  readonly detail: string;

  constructor(detail: string) {
    super(
      `A record of the rollback was not written, because it could not be read again: ${sentence(detail)} ` +
        "Look at what `replan` and the scorer return: texts, numbers and messages can be kept.",
    );
    this.detail = detail;
  }
}
