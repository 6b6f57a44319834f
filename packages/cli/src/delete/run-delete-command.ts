import { deletionLines, printable } from "@langgraph-rollback/inspector/shared";
import { deleteThread, previewActions } from "langgraph-rollback/operator";

import { on } from "../acting/acted-run.ts";
import { loadGraph } from "../data/load-graph.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { Output } from "../terminal/output.ts";

/** A thread that is to be deleted. */
export interface DeleteCommandOptions {
  readonly graph: string;
  /** The thread's id once more. */
  readonly confirm?: string;
  readonly json?: true;
}

/** Deletes a thread that was confirmed, and says what has gone; else it says what would go. */
export async function runDeleteCommand(
  thread: string,
  { confirm, graph: spec, json }: DeleteCommandOptions,
  output: Output,
): Promise<void> {
  if (confirm !== undefined && confirm !== thread)
    throw new UsageError("`--confirm` names another thread. Nothing was deleted.");
  const { graph } = await loadGraph(spec);
  const { expected } = await previewActions(graph, on(thread));
  const isDryRun = confirm === undefined;
  const gone = await deleteThread(graph, on(thread), { expected, dryRun: isDryRun });
  if (json === true) {
    output.print(JSON.stringify({ isDryRun, ...gone }, undefined, 2));
    return;
  }
  output.print(
    [
      `${isDryRun ? "Would delete" : "Deleted"} thread ${thread}, with:`,
      ...deletionLines(gone).map((line) => `- ${line}`),
      ...(isDryRun ? [`To delete it, add --confirm and the thread's id.`] : []),
    ]
      .map((line) => printable(line))
      .join("\n"),
  );
}
