import {
  fileLabelStore,
  type Label,
  labelledTrajectories,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { LAST_RECOVERING_START, printable } from "@langgraph-rollback/inspector/shared";
import { isLabelled, stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { attemptsIn, type FoundInThread, type UnreadableThread } from "../data/attempts-of.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { withSource } from "../data/open-where.ts";
import { checkLinesOptions, type Lines, type LinesOptions, openLines } from "../data/trajectory-lines.ts";
import { UsageError } from "../errors/usage-error.ts";
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

/** Writes the selected attempts, each as soon as it is read. */
export async function runExportCommand(
  where: readonly string[],
  options: ExportOptions,
  output: Output,
): Promise<void> {
  if (options.convention === LAST_RECOVERING_START)
    throw new UsageError(
      "`export` writes labels of people alone: a file would leave out the failures that no replay recovers, which a calibration has to count. `calibrate --db --convention last-recovering-start` takes labels by replay.",
    );
  const labels = options.labels === true ? labelsFileOf(where) : options.labels;
  checkLinesOptions(options, { where, "--labels": labels });
  await withSource(where, options, async (source) => {
    const lines = openLines(options, output);
    try {
      const write = async (): Promise<Written> =>
        writeAttempts(source, { ...options, labels }, lines, output);
      // A progress bar would get between the lines on a terminal.
      const { attempts, labelled, unreadable } = await (options.out === undefined
        ? write()
        : withProgress(output, "Reading threads", 1, write));
      if (attempts === 0)
        throw new CommandFailedError(`No attempt of ${printable(source.name)} matches the options.`);
      const summary = `Exported ${attempts} attempts, ${labelled} of them labelled.`;
      lines.finish({
        summary,
        figures: { attempts, labelled, ...(unreadable.length > 0 && { unreadable }) },
      });
    } catch (error) {
      lines.abandon();
      throw error;
    }
  });
}

interface Written {
  readonly attempts: number;
  readonly labelled: number;
  readonly unreadable: readonly UnreadableThread[];
}

async function writeAttempts(
  source: ThreadSource,
  options: Omit<ExportOptions, "labels"> & { readonly labels: string | undefined },
  lines: Lines,
  output: Output,
): Promise<Written> {
  const standing = options.labels === undefined ? [] : await fileLabelStore(options.labels).list();
  const unreadable: UnreadableThread[] = [];
  let attempts = 0;
  let labelled = 0;
  for await (const found of attemptsIn(source, options.thread)) {
    if (found.kind === "unreadable") {
      const { thread, message } = found;
      unreadable.push({ thread, message });
      output.printError(`warning: ${message}`);
      continue;
    }
    const trajectory = await withLabel(source, standing, options.convention, found);
    if (options.failed !== undefined && trajectory.outcome?.ok !== false) continue;
    if (options.labelled !== undefined && !isLabelled(trajectory)) continue;
    attempts += 1;
    if (isLabelled(trajectory)) labelled += 1;
    lines.write(stringifyTrajectory(trajectory));
  }
  return { attempts, labelled, unreadable };
}

/** An attempt with the label on which its labellers agree, if there is one. */
async function withLabel(
  source: ThreadSource,
  standing: readonly Label[],
  convention: string,
  { thread, attempt, trajectory }: Extract<FoundInThread, { readonly kind: "attempt" }>,
): Promise<Trajectory> {
  const own = standing.filter((label) => label.thread === thread && label.attempt === attempt);
  if (own.length === 0) return trajectory;
  const { labelled } = await labelledTrajectories(source, own, convention);
  return labelled.find(({ id }) => id === trajectory.id) ?? trajectory;
}
