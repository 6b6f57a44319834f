import { withRollback, type ThreadLock } from "langgraph-rollback";

import { agent } from "./agent.ts";

/** The graphs of a worker, as docs/workers.md has them. */
export async function graphs({ lock }: { readonly lock: ThreadLock; readonly connectionString: string }) {
  return { support: withRollback(agent, { verify: ({ output }) => output !== undefined, lock }) };
}
