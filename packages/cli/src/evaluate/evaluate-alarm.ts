import { writeWholeFile } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

import { loadScoredRuns, type ScoredRun } from "../data/load-scored-runs.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Output } from "../terminal/output.ts";
import { plainTable } from "../terminal/plain-table.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { withError } from "./attributors/set-figures-table.ts";
import type { MarksOptions } from "./marks-options.ts";
import { type AlarmFigures, measureAlarm } from "./measure-alarm.ts";

/** Which runs, and what to measure. */
export interface AlarmOptions extends Pick<
  MarksOptions,
  "force" | "group" | "json" | "seed" | "splitBy" | "splits"
> {
  /** JSON Lines of runs with a score after each step. */
  readonly alarm: string;
  /** Tolerated shares of right runs that are ever stopped, in (0, 1). */
  readonly alphas: readonly number[];
}

interface Result {
  /** Null where there are no groups. */
  readonly group: string | null;
  readonly right: number;
  readonly wrong: number;
  readonly figures: readonly AlarmFigures[];
}

/** `langgraph-rollback evaluate --alarm`: how many wrong runs an alarm would have stopped, and how many right ones. */
export async function runAlarm(options: AlarmOptions, output: Output): Promise<void> {
  const { alarm, force, json, seed, splitBy, splits } = options;
  checkOutputs({ force, reads: { "--alarm": alarm }, writes: { "--json": json } });
  const runs = await loadScoredRuns(alarm, options);
  const names = [...new Set(runs.map(({ group }) => group))].toSorted((a = "", b = "") => (a < b ? -1 : 1));
  const results = await withProgress(output, "Measuring the alarm", names.length, async (progress) =>
    names.map((group): Result => {
      const own = runs.filter((run) => run.group === group);
      const right = own.filter((run) => run.right).length;
      const figures = measureAlarm(own, options);
      progress.advance();
      return { group: group ?? null, right, wrong: own.length - right, figures };
    }),
  );
  const figures = `${JSON.stringify({ splits, seed, splitBy: splitBy ?? null, n: runs.length, results }, undefined, 2)}\n`;
  output.print(json === true ? figures.trimEnd() : tablesOf(runs, options, results));
  if (typeof json === "string") writeWholeFile(json, figures);
}

function tablesOf(
  runs: readonly ScoredRun[],
  { seed, splitBy, splits }: AlarmOptions,
  results: readonly Result[],
): string {
  const whole = splitBy === undefined ? "" : `, which part no ${printable(splitBy)}`;
  return [
    `${runs.length} runs; ${splits} random splits (seed ${seed})${whole}:`,
    "a third fits the alarm, a third calibrates it, a third is stopped by it.",
    ...results.flatMap((result) => ["", tableOf(result)]),
    "",
    "Mean ± standard error. A run is stopped before its last step or not at all. Steps saved:",
    "of all steps of wrong runs, those after the alarm. Nothing here says what a retry makes of them.",
  ].join("\n");
}

function tableOf({ figures, group, right, wrong }: Result): string {
  const name = `${group === null ? "" : `${printable(group)}: `}${right} right, ${wrong} wrong`;
  const table = plainTable([name, "Right stopped", "Wrong stopped", "Steps saved"]);
  for (const { alpha, rightStopped, stepsSaved, wrongStopped } of figures)
    table.push([
      `alpha ${alpha}`,
      ...[rightStopped, wrongStopped, stepsSaved].map(({ mean, standardError }) =>
        withError(mean, standardError),
      ),
    ]);
  return table.toString();
}
