import { chosenThreads, threadsText } from "@langgraph-rollback/inspector";
import type { THREAD_FILTERS } from "@langgraph-rollback/inspector/shared";

import { withSource } from "../data/open-where.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import { lineWidth } from "../terminal/line-width.ts";

/** Choice of threads to list. */
export interface ThreadsCommandOptions extends WhereOptions {
  readonly status?: (typeof THREAD_FILTERS)[number];
  /** ISO 8601. */
  readonly since?: string;
  readonly limit?: number;
  readonly json?: true;
}

/** Threads that are listed where nothing else is asked for. */
const LIMIT = 20;

/** Lists the latest threads. */
export async function runThreadsCommand(
  where: string,
  { json, limit = LIMIT, since, status, ...options }: ThreadsCommandOptions,
  output: Output,
): Promise<void> {
  const { more, threads } = await withSource([where], options, (source) =>
    chosenThreads(source, { filter: status, limit, since }),
  );
  if (json === true) {
    output.print(JSON.stringify({ threads, more }, undefined, 2));
    return;
  }
  if (threads.length === 0) {
    output.print("There are no such threads.");
    return;
  }
  const rest = more ? "\nThere are more: `--limit` shows them." : "";
  output.print(`${threadsText(threads, lineWidth(output))}${rest}`);
}
