import type { LabelledVerdict } from "@langgraph-rollback/attribution";
import { fileLabelStore, labelledVerdicts, type LeftOutRun } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { withSource } from "../data/open-where.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Output } from "../terminal/output.ts";
import type { LabelledThreads } from "./failures-from-labels.ts";

/** Place of the runs and their labels, and the verifier whose scores to take. */
export interface LabelledRuns extends Omit<LabelledThreads, "convention"> {
  /** Fingerprint. */
  readonly verifier: string;
}

/**
 * A verifier's verdicts on the runs of a database that people labelled right or wrong. What cannot be used is reported.
 *
 * @throws {CommandFailedError} if there is none
 * @throws {LabelFormatError} and what `openSource` throws
 */
export async function verdictsFromLabels(
  { db, labels, verifier, ...options }: LabelledRuns,
  output: Output,
): Promise<readonly LabelledVerdict[]> {
  const onCutLine = (line: number): void =>
    output.printError(`${printable(labels)}: line ${line} was cut short and is left out.`);
  const all = await fileLabelStore(labels, { onCutLine }).list();
  return withSource(db, options, async (source) => {
    const { leftOut, verdicts } = await labelledVerdicts(source, all, { verifier });
    for (const { thread, why } of leftOut)
      output.printError(`Left out the run of thread "${printable(thread)}": ${REASONS[why]}.`);
    if (verdicts.length > 0) return verdicts;
    throw new CommandFailedError(
      `Expected labels in ${printable(labels)} that say whether a run in ${printable(source.name)} is right, of runs that "${printable(verifier)}" judged, got none of the ${all.length} labels there. Judge runs in the inspector first: "Right or wrong" on its label page.`,
    );
  });
}

const REASONS: Readonly<Record<LeftOutRun["why"], string>> = {
  disputed: "its labellers disagree",
  unsure: "nobody could say whether it is right, and leaving out hard runs weakens the bound",
  "not-first": "the guarantee is about first attempts",
  "from-a-file": "files of trajectories keep no scores",
  missing: "it is not there",
  changed: "it has another number of steps than when it was labelled",
  "not-judged": "no verifier judged it",
  "other-verifier": "another verifier judged it",
};
