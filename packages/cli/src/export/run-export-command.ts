import { fileLabelStore, labelledTrajectories, type ThreadSource } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { isLabelled, stringifyTrajectory, type Trajectory } from "@langgraph-rollback/trajectory";
import { attemptsOf, type ReadAttempts } from "../data/attempts-of.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { withSource } from "../data/open-where.ts";
import { checkLinesOptions, type LinesOptions, writeLines } from "../data/trajectory-lines.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";

/** Which attempts to write, and where to. */
export interface ExportOptions extends LinesOptions, WhereOptions {
  readonly thread?: readonly string[];
  readonly failed?: true;
  /** File, or true for the one in which `inspect` keeps them. */
  readonly labels?: string | true;
  readonly labelled?: true;
  readonly convention: string;
}

/** Writes the selected attempts. */
export async function runExportCommand(
  where: readonly string[],
  options: ExportOptions,
  output: Output,
): Promise<void> {
  const labels = options.labels === true ? labelsFileOf(where) : options.labels;
  checkLinesOptions(options, { where, "--labels": labels });
  await withSource(where, options, async (source) => {
    const read = await withProgress(output, "Reading threads", 1, () => readAttempts(source, where, options));
    for (const { message } of read.unreadable) output.printError(`warning: ${message}`);
    const kept = read.attempts.filter(
      (trajectory) =>
        (options.failed === undefined || trajectory.outcome?.ok === false) &&
        (options.labelled === undefined || isLabelled(trajectory)),
    );
    if (kept.length === 0)
      throw new CommandFailedError(`No attempt of ${printable(source.name)} matches the options.`);
    const labelled = kept.filter(isLabelled).length;
    const summary = `Exported ${kept.length} attempts, ${labelled} of them labelled.`;
    const { unreadable } = read;
    const figures = { attempts: kept.length, labelled, ...(unreadable.length > 0 && { unreadable }) };
    writeLines(kept.map(stringifyTrajectory), options, { summary, figures }, output);
  });
}

async function readAttempts(
  source: ThreadSource,
  where: readonly string[],
  { convention, labels, thread }: ExportOptions,
): Promise<Pick<ReadAttempts, "unreadable"> & { readonly attempts: readonly Trajectory[] }> {
  const { attempts: numbered, unreadable } = await attemptsOf(source, thread);
  const attempts = numbered.map(({ trajectory }) => trajectory);
  if (labels === undefined) return { attempts, unreadable };
  const file = labels === true ? labelsFileOf(where) : labels;
  const { labelled } = await labelledTrajectories(source, await fileLabelStore(file).list(), convention);
  const byId = new Map(labelled.map((trajectory) => [trajectory.id, trajectory]));
  return { attempts: attempts.map((trajectory) => byId.get(trajectory.id) ?? trajectory), unreadable };
}
