import {
  fileLabelStore,
  printable,
  reportHtml,
  rollbackMarkdown,
  rollbackSvg,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { Command, Option } from "commander";
import { forceOption } from "../check-outputs.ts";
import { wholeNumber } from "../evaluate/parse-values.ts";
import { calibrationIn } from "../inspect/calibration-in.ts";
import { labelsFileOf } from "../inspect/labels-file.ts";
import { schemaOption, withSource } from "../open-where.ts";
import type { Output } from "../output.ts";
import { withProgress } from "../with-progress.ts";
import { writeWholeFile } from "../write-whole-file.ts";
import { FORMATS, type ReportCommandOptions, reportTarget } from "./report-options.ts";
import { rolledBackRun } from "./rolled-back-run.ts";

/** `langgraph-rollback report`: threads as one HTML file, or one rollback as a picture or a summary. */
export function reportCommand(output: Output): Command {
  return new Command("report")
    .summary("put threads into one HTML file, or a rollback into a picture or a summary")
    .description(
      "Write the inspector's page with threads in it as one HTML file that opens from disk, or one rollback as an SVG picture or a Markdown summary. It holds what the agents said, whatever that was.",
    )
    .argument("<where...>", "a SQLite file, a postgresql:// address, or files of trajectories as JSON Lines")
    .addOption(schemaOption())
    .option(
      "--thread <ids...>",
      "these threads only (default: the latest ones; of svg and md, the latest rolled back)",
    )
    .addOption(
      new Option("--format <kind>", "default: as the ending of `--out` says, html otherwise").choices(
        FORMATS,
      ),
    )
    .option("--out <file>", "where to write it (default: report.html; svg and md: the standard output)")
    .option("--run <n>", "of svg and md: which run of the thread, from 1", wholeNumber(1, 1_000_000))
    .option("--threads <n>", "of html: at most so many threads (default: 50)", wholeNumber(1, 10_000))
    .option(
      "--details <n>",
      "of html: at most so many steps with all details (default: 500)",
      wholeNumber(0, 100_000),
    )
    .option("--calibration <file>", "of html: show whether it can be relied on")
    .option(
      "--labels [file]",
      "of html: with labels and who gave them (default: from where inspect keeps them)",
    )
    .option("--json [file]", "write what was written as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      "\nExamples:\n  langgraph-rollback report runs.sqlite --thread tickets\n  langgraph-rollback report runs.sqlite --out rollback.svg",
    )
    .action((where: readonly string[], options: ReportCommandOptions) => report(where, options, output));
}

/** A report, and what is to be said of it. */
interface Made {
  readonly text: string;
  /** Ids. */
  readonly threads: readonly string[] | "latest";
}

async function report(
  where: readonly string[],
  options: ReportCommandOptions,
  output: Output,
): Promise<void> {
  const { file, format } = reportTarget(where, options);
  const warn = (words: string): void => output.printError(`warning: ${words}`);
  const { text, threads } = await withSource(where, options, (source) =>
    withProgress(output, "Reading threads", 1, () =>
      format === "html" ? page(source, where, options, warn) : picture(source, format, options, warn),
    ),
  );
  if (file === undefined) output.print(text.trimEnd());
  else writeWholeFile(file, text);
  const figures = { file: file ?? null, format, threads, bytes: Buffer.byteLength(text) };
  const asJson = JSON.stringify(figures, undefined, 2);
  if (typeof options.json === "string") writeWholeFile(options.json, `${asJson}\n`);
  if (options.json === true) output.print(asJson);
  else if (file !== undefined) output.printError(`Wrote ${file}, ${size(figures.bytes)}.`);
  else output.printError(`Thread ${printable([threads].flat().join(", "))}.`);
}

async function page(
  source: ThreadSource,
  where: readonly string[],
  { calibration, details, labels, thread, threads }: ReportCommandOptions,
  onUnreadable: (words: string) => void,
): Promise<Made> {
  const text = await reportHtml({
    source,
    onUnreadable,
    ...(thread !== undefined && { threads: thread }),
    ...(threads !== undefined && { mostThreads: threads }),
    ...(details !== undefined && { mostDetails: details }),
    ...(calibration !== undefined && { calibration: await calibrationIn(calibration) }),
    ...(labels !== undefined && { labels: fileLabelStore(labels === true ? labelsFileOf(where) : labels) }),
  });
  return { text, threads: thread ?? "latest" };
}

async function picture(
  source: ThreadSource,
  format: "svg" | "md",
  options: ReportCommandOptions,
  warn: (words: string) => void,
): Promise<Made> {
  const { run, thread, unreadable } = await rolledBackRun(source, options.thread?.[0], options.run);
  if (unreadable !== undefined) warn(unreadable);
  return { text: format === "svg" ? rollbackSvg(run) : rollbackMarkdown(run), threads: [thread] };
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
