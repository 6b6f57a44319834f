import {
  fileLabelStore,
  type LabelledTrajectories,
  labelledTrajectories,
  type LeftOut,
} from "@langgraph-rollback/inspector";
import { LAST_RECOVERING_START, printable } from "@langgraph-rollback/inspector/shared";
import { withSource } from "../data/open-where.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";

/** Place of the threads, and the file of labels that people gave them in the inspector, or replays. */
export interface LabelledThreads extends WhereOptions {
  readonly db: readonly string[];
  readonly labels: string;
  readonly convention: string;
}

/**
 * The failures of a database whose decisive step somebody has named, as labelled trajectories. What cannot be used is
 * told, and that labels of other conventions do not count. Failures for which replays found no start are misses.
 *
 * @throws {CommandFailedError} if there is none
 * @throws {LabelFormatError} and what `openSource` throws
 */
export async function failuresFromLabels(
  { convention, db, labels, ...options }: LabelledThreads,
  output: Output,
): Promise<Pick<LabelledTrajectories, "labelled" | "misses">> {
  const onCutLine = (line: number): void =>
    output.printError(`${printable(labels)}: line ${line} was cut short and is left out.`);
  const all = await fileLabelStore(labels, { onCutLine }).list();
  return withSource(db, options, async (source) => {
    const { labelled, leftOut, misses } = await labelledTrajectories(source, all, convention);
    for (const each of leftOut) output.printError(`Left out ${nameOf(each)}: ${REASONS[each.why]}.`);
    if (labelled.length + misses.length > 0) return { labelled, misses };
    const isByReplay = convention === LAST_RECOVERING_START;
    const how = isByReplay
      ? "Replay failures with `label --replay` first."
      : "Label failed threads in the inspector first.";
    throw new CommandFailedError(
      `Expected labels in ${printable(labels)} that name the decisive step of a thread in ${printable(source.name)}, by the convention "${printable(convention)}", got none of the ${all.length} labels there. ${how}`,
    );
  });
}

const REASONS: Readonly<Record<LeftOut["why"], string>> = {
  disputed: "its labellers disagree",
  "not-first": "the guarantee is about first attempts",
  missing: "it is not there",
  changed: "it has another number of steps than when it was labelled",
  "scores-in-view":
    "its label was given with scores in view; a label of somebody who has not seen them would count",
};

function nameOf({ attempt, thread }: LeftOut): string {
  return `attempt ${attempt} of thread "${printable(thread)}"`;
}
