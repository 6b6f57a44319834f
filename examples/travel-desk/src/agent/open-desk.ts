import type { RunnableConfig } from "@langchain/core/runnables";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { connectInsurer, type Insurer } from "../insurance/insurer.ts";
import type { Database } from "../world/database.ts";
import { openCheckpointer } from "../world/open-checkpointer.ts";
import { openDatabase } from "../world/open-database.ts";
import { travelTools } from "./travel-tools.ts";

/** Everything that an agent of the desk works with. */
export interface Desk {
  readonly database: Database;
  readonly checkpointer: BaseCheckpointSaver;
  readonly insurer: Insurer;
  readonly tools: readonly StructuredToolInterface[];
  close(): Promise<void>;
}

export interface DeskOptions {
  /** The idempotency key of the tool call that is made with a config. */
  readonly keyOf: (config: RunnableConfig) => string;
  /** For the Node of the insurer's server, before the server's file. */
  readonly nodeOptions?: readonly string[];
}

/** Opens a desk over a world that exists already. */
export async function openDesk(address: string, { keyOf, nodeOptions }: DeskOptions): Promise<Desk> {
  const database = await openDatabase(address);
  const checkpoints = await openCheckpointer(address);
  const insurer = await connectInsurer(address, keyOf, nodeOptions);
  return {
    database,
    checkpointer: checkpoints.checkpointer,
    insurer,
    tools: [...travelTools(database, keyOf), ...insurer.tools],
    close: async () => {
      await Promise.all([insurer.close(), checkpoints.close(), database.close()]);
    },
  };
}
