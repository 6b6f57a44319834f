import {
  fileLabelStore,
  reportHtml,
  rollbackMarkdown,
  rollbackSvg,
  type ThreadSource,
} from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { calibrationIn } from "../data/calibration-in.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { withSource } from "../data/open-where.ts";
import { writeWholeFile } from "../files/write-whole-file.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import type { ReportCommandOptions } from "./report-options.ts";
import { reportTarget } from "./report-target.ts";
import { rolledBackRun } from "./rolled-back-run.ts";

/** A report, and what is to be said of it. */
interface Made {
  readonly text: string;
  /** Ids. */
  readonly threads: readonly string[] | "latest";
}

/** Writes the report that is asked for. */
export async function runReportCommand(
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
    threads: thread,
    mostThreads: threads,
    mostDetails: details,
    calibration: calibration === undefined ? undefined : await calibrationIn(calibration),
    labels: labels === undefined ? undefined : fileLabelStore(labels === true ? labelsFileOf(where) : labels),
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
