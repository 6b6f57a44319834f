import type { WorkerOptions } from "@langgraph-rollback/workers";
import { withRollback, type ThreadLock } from "langgraph-rollback";

import { agent } from "./agent.ts";

interface Given {
  readonly lock: ThreadLock;
  readonly connectionString: string;
}

/** The graphs of a worker, as docs/workers.md has them. */
export async function graphs({ lock }: Given): Promise<WorkerOptions["graphs"]> {
  return { support: withRollback(agent, { verify: ({ output }) => output !== undefined, lock }) };
}
