/** Node is too old for the package with queue and workers. */
export class WorkersNodeError extends Error {
  override readonly name = "WorkersNodeError";
  readonly code = "WORKERS_NODE";

  constructor(version: string, least: string) {
    super(
      `Queue and workers need Node ${least} or newer, and this is Node ${version}. Start the command with a newer Node; everything else of langgraph-rollback runs on this one.`,
    );
  }
}
