import {
  EARLIEST_UNRECOVERED,
  fileLabelStore,
  labelledTrajectories,
  printable,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { isLabelled } from "@langgraph-rollback/trajectory";
import { Command } from "commander";
import { forceOption } from "../check-outputs.ts";
import { FailedError } from "../failed-error.ts";
import { labelsFileOf } from "../inspect/labels-file.ts";
import { schemaOption, type WhereOptions, withSource } from "../open-where.ts";
import type { Output } from "../output.ts";
import { checkLinesOptions, type LinesOptions, writeLines } from "../trajectory-lines.ts";
import { withProgress } from "../with-progress.ts";
import { attemptsOf, type ReadAttempts } from "./attempts-of.ts";

interface ExportOptions extends LinesOptions, WhereOptions {
  readonly thread?: readonly string[];
  readonly failed?: true;
  /** File, or true for the one in which `inspect` keeps them. */
  readonly labels?: string | true;
  readonly labelled?: true;
  readonly convention: string;
}

/** `langgraph-rollback export`: threads as trajectories, one line an attempt. */
export function exportCommand(output: Output): Command {
  return new Command("export")
    .summary("write threads as JSON Lines, with labels if there are any")
    .description(
      "Write the attempts of threads as trajectories, one a line: what `calibrate`, `evaluate` and `import` read. They hold what the agents said, whatever that was.",
    )
    .argument("<where...>", "a SQLite file, a Postgres address, or trajectory files")
    .addOption(schemaOption())
    .option("--thread <ids...>", "these threads only")
    .option("--failed", "only attempts that failed")
    .option("--labels [file]", "put labels into the trajectories (default: from where inspect keeps them)")
    .option("--labelled", "only attempts that have a label")
    .option("--convention <name>", "only labels of this convention count", EARLIEST_UNRECOVERED)
    .option("--out <file>", "where to write them (default: the standard output)")
    .option("--json [file]", "write what was exported as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      "\nExample:\n  langgraph-rollback export runs.sqlite --failed --labels --out failures.jsonl",
    )
    .action((where: readonly string[], options: ExportOptions) => exportFrom(where, options, output));
}

async function exportFrom(where: readonly string[], options: ExportOptions, output: Output): Promise<void> {
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
      throw new FailedError(`No attempt of ${printable(source.name)} is what was asked for.`);
    const labelled = kept.filter(isLabelled).length;
    const summary = `Exported ${kept.length} attempts, ${labelled} of them labelled.`;
    const { unreadable } = read;
    const figures = { attempts: kept.length, labelled, ...(unreadable.length > 0 && { unreadable }) };
    writeLines(kept, options, { summary, figures }, output);
  });
}

async function readAttempts(
  source: ThreadSource,
  where: readonly string[],
  { convention, labels, thread }: ExportOptions,
): Promise<ReadAttempts> {
  const { attempts, unreadable } = await attemptsOf(source, thread);
  if (labels === undefined) return { attempts, unreadable };
  const file = labels === true ? labelsFileOf(where) : labels;
  const { labelled } = await labelledTrajectories(source, await fileLabelStore(file).list(), convention);
  const byId = new Map(labelled.map((trajectory) => [trajectory.id, trajectory]));
  return { attempts: attempts.map((trajectory) => byId.get(trajectory.id) ?? trajectory), unreadable };
}
