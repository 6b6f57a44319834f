import path from "node:path";
import type { WhereOptions } from "../open-where.ts";
import { UsageError } from "../usage-error.ts";
import { checkFolderOf } from "../write-whole-file.ts";

/** What a report can be. */
export const FORMATS = ["html", "svg", "md"] as const;

export type ReportFormat = (typeof FORMATS)[number];

/** Options as the command line gives them. */
export interface ReportCommandOptions extends WhereOptions {
  readonly thread?: readonly string[];
  readonly run?: number;
  readonly threads?: number;
  readonly details?: number;
  readonly format?: ReportFormat;
  readonly out?: string;
  readonly calibration?: string;
  /** File, or true for the one in which `inspect` keeps them. */
  readonly labels?: string | true;
  readonly json?: string | true;
}

/** What to write, and where; without a file to the standard output. */
export interface ReportTarget {
  readonly format: ReportFormat;
  readonly file?: string;
}

/**
 * The format that was asked for, or that the file's name says; HTML goes to a file in any case, as no terminal should show it.
 * @throws {UsageError} on options that contradict each other, or a folder that is not there
 */
export function reportTarget(options: ReportCommandOptions): ReportTarget {
  const { json, out } = options;
  const format = options.format ?? formatOf(out);
  const file = out ?? (format === "html" ? "report.html" : undefined);
  if (file !== undefined) checkFolderOf("--out", file);
  if (typeof json === "string") checkFolderOf("--json", json);
  if (json === true && file === undefined)
    throw new UsageError("`--json` without a file needs `--out`: the report goes to the standard output.");
  if (format !== "html") checkPictured(options, format);
  else if (options.run !== undefined)
    throw new UsageError("`--run` is for `--format svg` and `--format md`: an HTML report has all runs.");
  return { format, ...(file === undefined ? {} : { file }) };
}

/** A picture or a summary is of one run, by itself. */
function checkPictured(options: ReportCommandOptions, format: ReportFormat): void {
  if ((options.thread?.length ?? 0) > 1)
    throw new UsageError(`Expected one \`--thread\` with \`--format ${format}\`: it shows one run.`);
  for (const name of ["threads", "details", "calibration", "labels"] as const)
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
