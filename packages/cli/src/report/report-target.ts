import path from "node:path";
import { labelsFileOf } from "../data/labels-file.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import { FORMATS, type ReportCommandOptions, type ReportFormat } from "./report-options.ts";

/** Format and place of the report; without a file it goes to the standard output. */
export interface ReportTarget {
  readonly format: ReportFormat;
  readonly file?: string | undefined;
}

/**
 * The format from the option, or from the file's name. HTML always goes to a file: no terminal should show it.
 * @throws {UsageError} on options that contradict each other, and on files that cannot or may not be written
 */
export function reportTarget(where: readonly string[], options: ReportCommandOptions): ReportTarget {
  const { json, out } = options;
  const format = options.format ?? formatOf(out);
  const file = out ?? (format === "html" ? "report.html" : undefined);
  checkFiles(where, options, file);
  if (json === true && file === undefined)
    throw new UsageError("`--json` without a file needs `--out`: the report goes to the standard output.");
  if (format !== "html") checkPictured(options, format);
  else if (options.run !== undefined)
    throw new UsageError("`--run` is for `--format svg` and `--format md`: an HTML report has all runs.");
  return { format, file };
}

function checkFiles(where: readonly string[], options: ReportCommandOptions, file: string | undefined): void {
  const { alarmCalibration, calibration, force, json, recoveryCalibration, verifierCalibration } = options;
  const labels = options.labels === true ? labelsFileOf(where) : options.labels;
  const reads = {
    where,
    "--calibration": calibration,
    "--verifier-calibration": verifierCalibration,
    "--recovery-calibration": recoveryCalibration,
    "--alarm-calibration": alarmCalibration,
    "--labels": labels,
  };
  checkOutputs({ force, reads, writes: { "--out": file, "--json": json } });
}

/** A picture or a summary is of one run, by itself. */
function checkPictured(options: ReportCommandOptions, format: ReportFormat): void {
  if ((options.thread?.length ?? 0) > 1)
    throw new UsageError(`Expected one \`--thread\` with \`--format ${format}\`: it shows one run.`);
  for (const name of ["threads", "details"] as const)
    if (options[name] !== undefined)
      throw new UsageError(
        `\`--${name}\` is for \`--format html\`: ${format} shows one run as it was recorded.`,
      );
}

function formatOf(out: string | undefined): ReportFormat {
  const ending = path
    .extname(out ?? "")
    .slice(1)
    .toLowerCase();
  return FORMATS.find((format) => format === ending) ?? "html";
}
