import { openSource, type ThreadSource } from "@langgraph-rollback/inspector";
import { otherTraces } from "./other-traces.ts";
import type { WhereOptions } from "../options/schema-option.ts";

/**
 * Runs a task on the source that the command line names, and closes it.
 *
 * @throws what `openSource` throws
 */
export async function withSource<Value>(
  where: readonly string[],
  { schema }: WhereOptions,
  task: (source: ThreadSource) => Promise<Value>,
): Promise<Value> {
  const source = await openSource(where, { schema, readOther: otherTraces });
  try {
    return await task(source);
  } finally {
    await source.close();
  }
}
