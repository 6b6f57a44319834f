import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** A database's checkpointer, opened for reading. */
export interface OpenedCheckpointer {
  readonly saver: BaseCheckpointSaver;
  /** Of the database, for people: without its password. */
  readonly name: string;
  readonly close: () => Promise<void>;
}
