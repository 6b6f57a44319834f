import { printable } from "@langgraph-rollback/inspector/shared";
import { previewActions, retryFrom } from "langgraph-rollback/operator";

import { actedRun, checkPassed, on, runLine } from "../acting/acted-run.ts";
import type { ActingOptions } from "../acting/acting-options.ts";
import { previewText } from "../acting/preview-text.ts";
import { readNote } from "../acting/read-note.ts";
import { loadGraph } from "../data/load-graph.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { Output } from "../terminal/output.ts";
import { runWhatIf } from "./run-what-if.ts";

/** Step to go back to, and the note. */
export interface RewindCommandOptions extends ActingOptions {
  /** Counted from 1. */
  readonly to: number;
  readonly note?: string;
  readonly mayStand?: true;
  /** Whether to try it on a copy. */
  readonly copy?: true;
  /** Of a copy. */
  readonly update?: string;
  readonly out?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/**
 * Prints what a retry would undo, and makes it; or tries it on a copy.
 *
 * @throws {UsageError} if options contradict each other
 * @throws {CommandFailedError} if it cannot be made, or the retry does not pass
 */
export async function runRewindCommand(
  thread: string,
  options: RewindCommandOptions,
  output: Output,
): Promise<void> {
  const { by, copy, dryRun, graph: spec, json, mayStand, note: file, out, to, update, why } = options;
  if (copy === true && mayStand === true)
    throw new UsageError("Expected `--copy` without `--may-stand`: on a copy, all effects stand.");
  if (copy === true) return runWhatIf(thread, options, output);
  if (update !== undefined || out !== undefined)
    throw new UsageError("Expected `--update` and `--out` with `--copy`: they are of a copy.");
  const note = await readNote(file);
  const { graph } = await loadGraph(spec);
  const step = to - 1;
  const { expected, refused, retry: planned } = await previewActions(graph, on(thread), { step });
  if (planned === undefined) throw new CommandFailedError(printable(refused ?? "It cannot be retried."));
  const retry = note === undefined ? planned : { ...planned, note };
  if (json !== true) output.print(previewText(thread, retry));
  if (dryRun === true) {
    if (json === true) output.print(JSON.stringify({ thread, retry }, undefined, 2));
    return;
  }
  const request = {
    step,
    by,
    expected,
    ...(note === undefined ? {} : { note }),
    ...(why === undefined ? {} : { why }),
    ...(mayStand === undefined ? {} : { mayStand }),
  };
  const run = await actedRun(graph, thread, () => retryFrom(graph, on(thread), request));
  output.print(json === true ? JSON.stringify({ thread, retry, ...run }, undefined, 2) : runLine(run));
  checkPassed(run);
}
