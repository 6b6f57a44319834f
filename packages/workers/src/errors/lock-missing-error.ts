/** A worker was given a graph whose runs nothing keeps apart between machines. */
export class LockMissingError extends Error {
  override readonly name = "LockMissingError";
  readonly code = "LOCK_MISSING";
  readonly graph: string;

  constructor(graph: string) {
    super(
      `The graph "${graph}" has no \`lock\`, so nothing keeps its runs on two machines apart. ` +
        "Pass `lock: leaseThreadLock(pool)` of langgraph-rollback/postgres to `withRollback`, and let all processes use the same database.",
    );
    this.graph = graph;
  }
}
