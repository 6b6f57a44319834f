import { fitProgressScorer, progressScores, writeWholeFile } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

import { loadJudgedSteps, type JudgedSteps, type LeftOut, leftOutLines } from "../data/load-judged-steps.ts";
import { holdsScores, loadScoredRuns, type ScoredRun } from "../data/load-scored-runs.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Output } from "../terminal/output.ts";
import { plainTable } from "../terminal/plain-table.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { withError } from "./attributors/set-figures-table.ts";
import type { MarksOptions } from "./marks-options.ts";
import { type AlarmFigures, measureAlarm } from "./measure-alarm.ts";

/** Choice of the runs, and of what to measure. */
export interface AlarmOptions extends Pick<
  MarksOptions,
  "force" | "group" | "json" | "seed" | "splitBy" | "splits"
> {
  /** JSON Lines of runs with a score after each step, or recorded runs. */
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
  const isScored = await holdsScores(alarm);
  const measured = isScored ? await ofScores(options, output) : await ofRecords(options, output);
  const by = isScored ? "scores" : "progress";
  const figures = `${JSON.stringify({ splits, seed, splitBy: splitBy ?? null, by, ...measured }, undefined, 2)}\n`;
  output.print(json === true ? figures.trimEnd() : tablesOf(measured, options));
  if (typeof json === "string") writeWholeFile(json, figures);
}

interface Measured {
  readonly n: number;
  /** Of recorded runs. */
  readonly leftOut?: LeftOut;
  readonly results: readonly Result[];
}

async function ofScores(options: AlarmOptions, output: Output): Promise<Measured> {
  const runs = await loadScoredRuns(options.alarm, options);
  const names = [...new Set(runs.map(({ group }) => group))].toSorted((a = "", b = "") => (a < b ? -1 : 1));
  const results = await withProgress(output, "Measuring the alarm", names.length, async (progress) =>
    names.map((group) => {
      const own = runs.filter((run) => run.group === group);
      const figures = measureAlarm<ScoredRun>(
        own,
        () =>
          ({ scores }) =>
            scores,
        options,
      );
      progress.advance();
      return { group: group ?? null, ...countOf(own), figures };
    }),
  );
  return { n: runs.length, results };
}

/** The score is made of the runs themselves: how such a run goes says something of its end. */
async function ofRecords(options: AlarmOptions, output: Output): Promise<Measured> {
  if (options.group !== undefined || options.splitBy !== undefined)
    throw new UsageError(
      "`--group` and `--split-by` name fields of a file of scores; recorded runs have none.",
    );
  const { leftOut, runs } = await loadJudgedSteps(options.alarm, ({ message, thread }) =>
    output.printError(`warning: thread "${printable(thread)}": ${printable(message)}`),
  );
  if (runs.length === 0)
    throw new CommandFailedError(
      [
        `Expected runs in ${printable(options.alarm)} whose first attempts a verifier has judged, got none.`,
        ...leftOutLines(leftOut),
      ].join(" "),
    );
  const fitScores = (fitted: readonly JudgedSteps[]) => {
    const model = fitProgressScorer(fitted);
    return (run: JudgedSteps) => progressScores(model, run);
  };
  const figures = await withProgress(output, "Measuring the alarm", 1, async () =>
    measureAlarm(runs, fitScores, options),
  );
  return { n: runs.length, leftOut, results: [{ group: null, ...countOf(runs), figures }] };
}

function countOf(runs: readonly { readonly right: boolean }[]): Pick<Result, "right" | "wrong"> {
  const right = runs.filter((run) => run.right).length;
  return { right, wrong: runs.length - right };
}

function tablesOf({ leftOut, n, results }: Measured, { seed, splitBy, splits }: AlarmOptions): string {
  const what = leftOut === undefined ? "runs" : "first attempts that a verifier judged, by how they went";
  const whole = splitBy === undefined ? "" : `, which part no ${printable(splitBy)}`;
  return [
    `${n} ${what}; ${splits} random splits (seed ${seed})${whole}:`,
    "a third fits the alarm, a third calibrates it, a third is stopped by it.",
    ...leftOutLines(leftOut),
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
