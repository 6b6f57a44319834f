import { printable } from "@langgraph-rollback/inspector/shared";
import { readHistory, type RunHistory } from "langgraph-rollback";

import { on } from "../acting/acted-run.ts";
import { type AnyGraph, loadGraph } from "../data/load-graph.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/**
 * The agent of a module, if its checkpointer is the one that the command line names.
 *
 * @param last the thread's last run there
 * @throws {CommandFailedError} if it keeps its checkpoints elsewhere
 */
export async function graphOver(
  spec: string,
  thread: string,
  last: RunHistory | undefined,
): Promise<AnyGraph> {
  const { graph } = await loadGraph(spec);
  const own = await readHistory(graph, on(thread));
  if (own[0]?.run === last?.run) return graph;
  throw new CommandFailedError(
    `The agent of \`--graph\` keeps its checkpoints elsewhere: the last run of thread "${printable(thread)}" is another one there. Nothing was decided.`,
  );
}
