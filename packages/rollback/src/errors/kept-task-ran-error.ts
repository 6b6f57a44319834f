/** A task ran again in an attempt although its result was kept. */
export class KeptTaskRanError extends Error {
  override readonly name = "KeptTaskRanError";
  readonly code = "KEPT_TASK_RAN";
  /** Id of the checkpoint that the attempt started from. */
  readonly fork: string;
  /** Ids of tasks, and namespaces of subgraphs. */
  readonly ran: readonly string[];

  constructor(fork: string, ran: readonly string[]) {
    super(
      `LangGraph ran ${ran.map((each) => `"${each}"`).join(", ")} again in the attempt from checkpoint "${fork}", with their side effects, ` +
        "although their results were kept. Later rollbacks of this graph go back to a whole superstep, until the process ends. " +
        "Run `langgraph-rollback doctor`: it says whether this LangGraph is a tested one.",
    );
    this.fork = fork;
    this.ran = ran;
  }
}
