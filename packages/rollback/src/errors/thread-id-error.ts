/** A call that is about one thread did not name it. */
export class ThreadIdError extends Error {
  override readonly name = "ThreadIdError";
  readonly code = "THREAD_ID";
  readonly received: unknown;

  constructor(received: unknown) {
    super(
      `Expected \`configurable.thread_id\` to be a non-empty string, got ${JSON.stringify(received) ?? "undefined"}.`,
    );
    this.received = received;
  }
}
