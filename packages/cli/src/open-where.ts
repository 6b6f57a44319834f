import { openSource, type ThreadSource } from "@langgraph-rollback/inspector";
import { Option } from "commander";

/** What a database needs beside its address. */
export interface WhereOptions {
  readonly schema?: string;
}

/** Of every command that opens databases. */
export function schemaOption(): Option {
  return new Option("--schema <name>", "of the tables in Postgres (default: public)");
}

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
  const source = await openSource(where, schema === undefined ? {} : { schema });
  try {
    return await task(source);
  } finally {
    await source.close();
  }
}
