import { sentence } from "@langgraph-rollback/attribution/trajectory";

/** A record does not fit in a thread's history, or a checkpointer would not return it unchanged. */
export class RecordFormatError extends Error {
  override readonly name = "RecordFormatError";
  readonly code = "RECORD_FORMAT";
  readonly detail: string;

  constructor(detail: string) {
    super(
      `A record of the rollback was not written, because it could not be read again: ${sentence(detail)} ` +
        "Look at what `replan` and the scorer return: texts, numbers and messages can be stored.",
    );
    this.detail = detail;
  }
}
