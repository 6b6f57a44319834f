/** Name of a replay, as `langgraph-rollback replay` gives it. All text is untrusted. */
export interface ReplayName {
  /** Id of the thread that was replayed. */
  readonly thread: string;
  /** The variant: the change that the replay made, such as "no note". */
  readonly variant: string;
  /** Number among the replays of this variant, from 1. */
  readonly number: number;
}
