import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { checkpointsBeside, parsed } from "./open-database.ts";
import { postgresPool } from "./postgres-database.ts";

export interface OpenedCheckpointer {
  readonly checkpointer: BaseCheckpointSaver;
  close(): Promise<void>;
}

/** For the agent's checkpoints: the same schema of PostgreSQL as the desk's tables, or a SQLite file beside theirs. */
export async function openCheckpointer(address: string): Promise<OpenedCheckpointer> {
  const { kind, place } = parsed(address);
  if (kind === "postgres") {
    const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
    const pool = postgresPool(place);
    const checkpointer = new PostgresSaver(pool, undefined, { schema: place });
    await checkpointer.setup();
    return { checkpointer, close: () => pool.end() };
  }
  const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
  const checkpointer = SqliteSaver.fromConnString(checkpointsBeside(place));
  return { checkpointer, close: async () => void checkpointer.db.close() };
}
