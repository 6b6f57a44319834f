import { readFile } from "node:fs/promises";

import { writeWholeFile } from "@langgraph-rollback/attribution";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { replayTrajectory, whatIfRulesText, whatIfText } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { readTrajectory } from "langgraph-rollback";
import { previewActions, whatIf } from "langgraph-rollback/operator";
import { replayCost } from "langgraph-rollback/replay";

import { on } from "../acting/acted-run.ts";
import type { ActingOptions } from "../acting/acting-options.ts";
import { COLUMNS } from "../acting/preview-text.ts";
import { readNote } from "../acting/read-note.ts";
import { jsonObjectIn } from "../data/json-object-in.ts";
import { readOptionFile } from "../data/read-option-file.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import { loadAgent } from "../replaying/load-agent.ts";
import { partingStep } from "../replaying/parting.ts";
import type { Output } from "../terminal/output.ts";

/** A retry on a copy. */
export interface WhatIfOptions extends ActingOptions {
  /** Counted from 1. */
  readonly to: number;
  readonly note?: string;
  readonly update?: string;
  readonly out?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/**
 * Prints what becomes of acts on a copy, and tries a retry there. The thread stays as it is.
 *
 * @throws {CommandFailedError} if the copy does not pass
 */
export async function runWhatIf(
  thread: string,
  { by, dryRun, graph: spec, json, note: file, out, to, update: values, why }: WhatIfOptions,
  output: Output,
): Promise<void> {
  checkOutputs({ reads: { "--note": file, "--update": values }, writes: { "--out": out } });
  const note = await readNote(file);
  const update = values === undefined ? undefined : await updateIn(values);
  const { context, graph, options: rules } = await loadAgent({ graph: spec });
  const config = { ...on(thread), ...(context === undefined ? {} : { context }) };
  const { expected } = await previewActions(graph, config);
  if (json !== true) output.print(whatIfRulesText(rules, COLUMNS));
  if (dryRun === true) return;
  const recorded = await readTrajectory(graph, config);
  const request = {
    step: to - 1,
    by,
    expected,
    ...(note === undefined ? {} : { note: note === "" ? (false as const) : note }),
    ...(update === undefined ? {} : { update }),
    ...(why === undefined ? {} : { why }),
  };
  const made = await whatIf(graph, config, request, rules);
  const { calls, reason, rewind, status, trajectory } = made;
  const partsAt = partingStep(recorded, trajectory, status !== "inconclusive");
  if (out !== undefined) {
    const name = { thread, variant: `what-if from step ${rewind.step + 1}, by ${by}`, number: 1 };
    writeWholeFile(out, `${stringifyTrajectory(replayTrajectory(made, name))}\n`);
  }
  const told = { thread, status, reason, step: rewind.step, partsAt, calls, cost: replayCost([made.spent]) };
  output.print(json === true ? JSON.stringify(told, undefined, 2) : whatIfText(made, partsAt, COLUMNS));
  if (status !== "accepted") throw new CommandFailedError(`The copy has not passed: ${printable(reason)}`);
}

const updateIn = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
  jsonObjectIn("--update", file, await readOptionFile("--update", file, () => readFile(file, "utf8")));
