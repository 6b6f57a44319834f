/** There is no queue in the schema that was named. */
export class QueueMissingError extends Error {
  override readonly name = "QueueMissingError";
  readonly code = "QUEUE_MISSING";
  readonly schema: string;

  constructor(schema: string, cause?: unknown) {
    super(
      `The database has no queue in its schema "${schema}", or one of another version of pg-boss. ` +
        "Name the database and the schema that workers use; the first worker or client makes the tables.",
      { cause },
    );
    this.schema = schema;
  }
}
