import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs, type NamedFiles } from "../files/check-outputs.ts";
import { writeWholeFile } from "../files/write-whole-file.ts";
import type { Output } from "../terminal/output.ts";

/** Where trajectories and the figures about them go. */
export interface LinesOptions {
  /** Default: the standard output. */
  readonly out?: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}

/**
 * Says so before the work if the results cannot be put where they are to go.
 *
 * @param reads the files that the command reads
 * @throws {UsageError}
 */
export function checkLinesOptions({ force, json, out }: LinesOptions, reads: NamedFiles): void {
  checkOutputs({ force, reads, writes: { "--out": out, "--json": json } });
  if (json === true && out === undefined)
    throw new UsageError(
      "`--json` without a file needs `--out`: the trajectories go to the standard output.",
    );
}

/**
 * Writes JSON Lines. Messages for people go to the error output: they never get among the lines.
 *
 * @param lines   without line breaks
 * @param summary one sentence
 * @param figures the same, for the next program
 */
export function writeLines(
  lines: readonly string[],
  { json, out }: LinesOptions,
  { figures, summary }: { readonly summary: string; readonly figures: object },
  output: Output,
): void {
  if (out === undefined) for (const line of lines) output.print(line);
  else writeWholeFile(out, lines.map((line) => `${line}\n`).join(""));
  const asJson = JSON.stringify(figures, undefined, 2);
  if (json === true) output.print(asJson);
  else output.printError(summary);
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}
