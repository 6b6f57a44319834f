import { type PromiseLine, writeWholeFile } from "@langgraph-rollback/attribution";
import {
  type CalibrationFile,
  type CalibrationView,
  calibrationView,
  fileLabelStore,
  labelsWithFiles,
  promisesView,
  type LabelStore,
  reportHtml,
  rollbackMarkdown,
  rollbackSvg,
  type RunView,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { printable, promiseOf } from "@langgraph-rollback/inspector/shared";
import { calibrationIn, promiseSourcesIn } from "../data/calibration-in.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { withSource } from "../data/open-where.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import type { ReportCommandOptions } from "./report-options.ts";
import { reportTarget } from "./report-target.ts";
import { rolledBackRun } from "./rolled-back-run.ts";

/** A report, and the messages about it. */
interface Made {
  readonly text: string;
  /** Ids. */
  readonly threads: readonly string[] | "latest";
  /** Why its promises should not be relied on, as sentences. */
  readonly doubts: readonly string[];
}

/** Writes the report in its format. */
export async function runReportCommand(
  where: readonly string[],
  options: ReportCommandOptions,
  output: Output,
): Promise<void> {
  const { file, format } = reportTarget(where, options);
  const warn = (words: string): void => output.printError(`warning: ${words}`);
  const { doubts, text, threads } = await withSource(where, options, (source) =>
    withProgress(output, "Reading threads", 1, () =>
      format === "html"
        ? page(source, where, options, warn)
        : picture(source, where, { ...options, format }, warn),
    ),
  );
  if (file === undefined) output.print(text.trimEnd());
  else writeWholeFile(file, text);
  const figures = { file: file ?? null, format, threads, bytes: Buffer.byteLength(text), doubts };
  const asJson = JSON.stringify(figures, undefined, 2);
  if (typeof options.json === "string") writeWholeFile(options.json, `${asJson}\n`);
  if (options.json === true) output.print(asJson);
  else if (file !== undefined) output.printError(`Wrote ${file}, ${size(figures.bytes)}.`);
  else output.printError(`Thread ${printable([threads].flat().join(", "))}.`);
}

async function page(
  source: ThreadSource,
  where: readonly string[],
  options: ReportCommandOptions,
  onUnreadable: (words: string) => void,
): Promise<Made> {
  const { details, labels, thread, threads } = options;
  const judgedBy = labelsOf(where, options);
  let doubts: readonly string[] = [];
  const text = await reportHtml({
    source,
    onUnreadable,
    onDoubts: (found) => {
      doubts = found;
    },
    threads: thread,
    mostThreads: threads,
    mostDetails: details,
    calibration: await calibrationOf(options),
    promises: await promiseSourcesIn(options),
    labels: labels === undefined ? undefined : judgedBy,
    judgedBy,
  });
  return { text, threads: thread ?? "latest", doubts };
}

/** Store of the labels, whether or not they get into the report. */
function labelsOf(where: readonly string[], { labels }: ReportCommandOptions): LabelStore {
  return fileLabelStore(typeof labels === "string" ? labels : labelsFileOf(where));
}

async function calibrationOf({ calibration }: ReportCommandOptions): Promise<CalibrationFile | undefined> {
  return calibration === undefined ? undefined : calibrationIn(calibration);
}

/** Known facts about the calibration, if any: a picture doubts what the inspector's page doubts. */
async function viewOf(
  source: ThreadSource,
  where: readonly string[],
  options: ReportCommandOptions,
): Promise<CalibrationView | undefined> {
  const labels = labelsWithFiles(labelsOf(where, options), source);
  const calibration = await calibrationOf(options);
  // Then nothing can be found out, and reading all threads may take long.
  if (calibration === undefined && (await labels.list()).length === 0) return undefined;
  return calibrationView({ source, labels, calibration });
}

async function picture(
  source: ThreadSource,
  where: readonly string[],
  options: ReportCommandOptions & { readonly format: "svg" | "md" },
  warn: (words: string) => void,
): Promise<Made> {
  const { run, thread, unreadable } = await rolledBackRun(source, options.thread?.[0], options.run);
  if (unreadable !== undefined) warn(unreadable);
  const calibration = await viewOf(source, where, options);
  const text =
    options.format === "svg"
      ? rollbackSvg(run, { calibration })
      : rollbackMarkdown(run, { calibration, promises: await promisesOf(source, where, options) });
  return { text, threads: [thread], doubts: doubtsOf(run, calibration) };
}

/** About all threads: one run shows none of it. */
async function promisesOf(
  source: ThreadSource,
  where: readonly string[],
  options: ReportCommandOptions,
): Promise<PromiseLine> {
  const labels = labelsWithFiles(labelsOf(where, options), source);
  const calibration = (await calibrationOf(options))?.calibration;
  return promisesView({ source, labels, calibration, ...(await promiseSourcesIn(options)) });
}

/** Of the first set that promises anything. */
function doubtsOf({ attempts }: RunView, calibration: CalibrationView | undefined): readonly string[] {
  const [first] = attempts;
  return (first && promiseOf(first, { calibration })?.doubts) ?? [];
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
