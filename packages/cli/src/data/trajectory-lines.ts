import { openWholeFile, writeWholeFile } from "@langgraph-rollback/attribution";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs, type NamedFiles } from "../files/check-outputs.ts";
import type { Output } from "../terminal/output.ts";

/** Destinations of trajectories and of the figures about them. */
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

/** JSON Lines that are written one by one. */
export interface Lines {
  /** @param line without line breaks */
  readonly write: (line: string) => void;
  /**
   * After the last line. Messages for people go to the error output: they never get among the lines.
   *
   * @param told.summary one sentence
   * @param told.figures the same, for the next program
   */
  readonly finish: (told: { readonly summary: string; readonly figures: object }) => void;
  /** Leaves no file behind. */
  readonly abandon: () => void;
}

/** Opens where the lines go. */
export function openLines({ json, out }: LinesOptions, output: Output): Lines {
  const file = out === undefined ? undefined : openWholeFile(out);
  return {
    write: (line) => {
      if (file === undefined) output.print(line);
      else file.write(`${line}\n`);
    },
    finish: ({ summary, figures }) => {
      file?.finish();
      const asJson = JSON.stringify(figures, undefined, 2);
      if (json === true) output.print(asJson);
      else output.printError(summary);
      if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
    },
    abandon: () => file?.abandon(),
  };
}
