import { printable } from "@langgraph-rollback/inspector/shared";
import { forkThread, previewActions } from "langgraph-rollback/operator";

import { on } from "../acting/acted-run.ts";
import type { ActingOptions } from "../acting/acting-options.ts";
import { loadGraph } from "../data/load-graph.ts";
import type { Output } from "../terminal/output.ts";

/** A copy that is to be made. */
export interface ForkCommandOptions extends ActingOptions {
  /** Counted from 1. */
  readonly to: number;
  readonly as: string;
  readonly json?: true;
}

/** Copies a thread, and says how far the copy goes. */
export async function runForkCommand(
  thread: string,
  { as, by, graph: spec, json, to, why }: ForkCommandOptions,
  output: Output,
): Promise<void> {
  const { graph } = await loadGraph(spec);
  const { expected } = await previewActions(graph, on(thread));
  const request = { step: to - 1, thread: as, by, expected, ...(why === undefined ? {} : { why }) };
  const forked = await forkThread(graph, on(thread), request);
  output.print(
    json === true
      ? JSON.stringify(forked, undefined, 2)
      : `${printable(`Thread ${as} is a copy of ${thread} up to before step ${forked.step + 1}.`)}\nA call of the agent with null continues it.`,
  );
}
