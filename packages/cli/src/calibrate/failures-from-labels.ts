import { fileLabelStore, labelledTrajectories, openSource } from "@langgraph-rollback/inspector";
import { printable } from "../evaluate/printable.ts";
import { FailedError } from "../failed-error.ts";
import type { Output } from "../output.ts";
import type { LabelledTrajectories, LeftOut } from "@langgraph-rollback/inspector";

/** Where threads are, and the file of labels that people gave them in the inspector. */
export interface LabelledThreads {
  readonly db: readonly string[];
  readonly labels: string;
  readonly convention: string;
}

/**
 * The failures of a database whose decisive step somebody has named, as labelled trajectories. What cannot be used is
 * told.
 *
 * @throws {FailedError} if there is none
 * @throws {LabelFormatError} and what `openSource` throws
 */
export async function failuresFromLabels(
  { convention, db, labels }: LabelledThreads,
  output: Output,
): Promise<LabelledTrajectories["labelled"]> {
  const store = fileLabelStore(labels, {
    onCutLine: (line) =>
      output.printError(`${printable(labels)}: line ${line} was cut short and is left out.`),
  });
  const all = await store.list();
  const source = await openSource(db);
  try {
    const { labelled, leftOut } = await labelledTrajectories(source, all, convention);
    for (const each of leftOut) output.printError(`Left out ${nameOf(each)}: ${REASONS[each.why]}.`);
    if (labelled.length === 0)
      throw new FailedError(
        `Expected labels in ${labels} that name the decisive step of a thread in ${source.name}, by the convention "${convention}", got none of the ${all.length} labels there. Label failed threads in the inspector first.`,
      );
    return labelled;
  } finally {
    await source.close();
  }
}

const REASONS: Readonly<Record<LeftOut["why"], string>> = {
  disputed: "its labellers disagree",
  "not-first": "the guarantee is about first attempts",
  missing: "it is not there",
  changed: "it has another number of steps than when it was labelled",
};

function nameOf({ attempt, thread }: LeftOut): string {
  return `attempt ${attempt} of thread "${printable(thread)}"`;
}
