/** Something ran again in an attempt although its result was to be kept. */
export class KeptTaskRanError extends Error {
  override readonly name = "KeptTaskRanError";
  readonly code = "KEPT_TASK_RAN";
  /** Id of the checkpoint that the attempt started from. */
  readonly fork: string;
  /** Ids of tasks, and namespaces of subgraphs. */
  readonly ran: readonly string[];

  constructor(fork: string, ran: readonly string[]) {
    super(
      `The results of ${ran.map((each) => `"${each}"`).join(", ")} were to be kept in the attempt from checkpoint "${fork}", ` +
        "but LangGraph ran them again, with their side effects. Later rollbacks of this graph go back to a whole superstep, " +
        "until the process ends. Run `langgraph-rollback doctor`: it says whether this LangGraph is one that was tested.",
    );
    this.fork = fork;
    this.ran = ran;
  }
}
