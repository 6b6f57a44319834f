import { printable } from "@langgraph-rollback/inspector/shared";
import type { RollbackQuestion } from "langgraph-rollback";
import { answerRollback, previewActions } from "langgraph-rollback/operator";

import { actedRun, checkPassed, on, runLine } from "../acting/acted-run.ts";
import type { ActingOptions } from "../acting/acting-options.ts";
import { effectLine, fit, indented } from "../acting/preview-text.ts";
import { readNote } from "../acting/read-note.ts";
import { loadGraph } from "../data/load-graph.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { Output } from "../terminal/output.ts";

/** An answer. */
export interface AnswerCommandOptions extends ActingOptions {
  readonly approve?: true;
  readonly decline?: true;
  readonly held?: "release" | "discard";
  /** Counted from 1. */
  readonly start?: number;
  readonly note?: string;
  readonly json?: true;
}

/**
 * Prints the question that a thread waits with, and answers it if an answer is given.
 *
 * @throws {UsageError} if the answer says two things
 * @throws {CommandFailedError} if no question waits, or the retry does not pass
 */
export async function runAnswerCommand(
  thread: string,
  options: AnswerCommandOptions,
  output: Output,
): Promise<void> {
  const { by, graph: spec, json, why } = options;
  const given = await answerIn(options);
  const { graph } = await loadGraph(spec);
  const { expected, question } = await previewActions(graph, on(thread));
  if (question === undefined)
    throw new CommandFailedError(`No question about a rollback waits on thread "${printable(thread)}".`);
  if (json !== true) output.print(questionText(question));
  if (given === undefined) {
    if (json === true) output.print(JSON.stringify({ thread, question }, undefined, 2));
    return;
  }
  const request = { ...given, by, expected, ...(why === undefined ? {} : { why }) };
  const run = await actedRun(graph, thread, () => answerRollback(graph, on(thread), request));
  output.print(json === true ? JSON.stringify({ thread, question, ...run }, undefined, 2) : runLine(run));
  if (given.decision === "approve") checkPassed(run);
}

type Answer =
  | { readonly decision: "approve"; readonly step?: number; readonly note?: string }
  | { readonly decision: "decline"; readonly held?: "release" | "discard" };

async function answerIn(options: AnswerCommandOptions): Promise<Answer | undefined> {
  const { approve, decline, held, note: file, start } = options;
  const approves = approve === true || start !== undefined || file !== undefined;
  if (decline === true && approves)
    throw new UsageError(
      "Expected `--decline`, or an approval by `--approve`, `--start` or `--note`, got both.",
    );
  if (held !== undefined && decline !== true) throw new UsageError("`--held` goes with `--decline`.");
  if (decline === true) return { decision: "decline", ...(held === undefined ? {} : { held }) };
  if (!approves) return undefined;
  const note = await readNote(file);
  return {
    decision: "approve",
    ...(start === undefined ? {} : { step: start - 1 }),
    ...(note === undefined ? {} : { note }),
  };
}

function questionText({ attempt, cannotUndo, note, reason, step, undo }: RollbackQuestion): string {
  return [
    fit(`Attempt ${attempt} is to be rolled back to before step ${step + 1}.`),
    printable(reason),
    ...undo.map((effect) => indented(`undo ${effectLine(effect)}`)),
    ...cannotUndo.map((effect) => indented(`stays ${effectLine(effect)} (${effect.class})`)),
    ...(note === undefined ? [] : ["Note:", ...note.split("\n").map((line) => printable(line))]),
  ].join("\n");
}
