/** The package with queue and workers is not installed where the command looks for it. */
export class WorkersMissingError extends Error {
  override readonly name = "WorkersMissingError";
  readonly code = "WORKERS_MISSING";

  constructor(folder: string) {
    super(
      `@langgraph-rollback/workers is not installed in ${folder}, so there is no queue to work on. Install it there: npm i @langgraph-rollback/workers pg-boss`,
    );
  }
}
