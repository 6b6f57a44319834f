import type { OutlinedCheckpointer } from "langgraph-rollback/inspection";

/** A database's checkpointer, opened for reading. */
export interface OpenedCheckpointer extends OutlinedCheckpointer {
  /** Of the database, for people: without its password. */
  readonly name: string;
  readonly close: () => Promise<void>;
}
