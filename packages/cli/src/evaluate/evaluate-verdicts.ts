import { writeWholeFile } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

import { withError } from "./attributors/set-figures-table.ts";
import { loadOpinions } from "../data/load-opinions.ts";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Output } from "../terminal/output.ts";
import { plainTable } from "../terminal/plain-table.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { type RatedRun, judgedRuns } from "./judged-runs.ts";
import type { MarksOptions } from "./marks-options.ts";
import { type MeasuredVerdicts, measureVerdicts, type VerdictFigures } from "./measure-verdicts.ts";

/** Which verdicts, of whom, and what to measure. */
export interface VerdictsOptions extends Pick<
  MarksOptions,
  "marks" | "models" | "splits" | "seed" | "splitBy" | "json" | "force"
> {
  /** Tolerated shares of right runs that are rejected, in (0, 1). */
  readonly epsilons: readonly number[];
}

interface Result extends MeasuredVerdicts {
  readonly name: string;
  readonly models: readonly string[];
}

/** `langgraph-rollback evaluate --marks --verdicts`: what models are worth as verifiers, one by one and together. */
export async function runVerdicts(options: VerdictsOptions, output: Output): Promise<void> {
  const { force, json, marks, splitBy } = options;
  checkOutputs({ force, reads: { "--marks": marks }, writes: { "--json": json } });
  const runs = judgedRuns(await loadOpinions(marks), splitBy);
  const results = await measureEach(runs, options, output);
  const figures = verdictsJson(runs, options, results);
  output.print(json === true ? figures.trimEnd() : verdictsTables(runs, options, results));
  if (typeof json === "string") writeWholeFile(json, figures);
}

async function measureEach(
  runs: readonly RatedRun[],
  options: VerdictsOptions,
  output: Output,
): Promise<readonly Result[]> {
  const names = judgesOf(runs, options.models);
  const candidates = names.map((name) => ({ name, models: [name] }));
  if (names.length > 1) candidates.push({ name: `all ${names.length} together`, models: [...names] });
  return withProgress(output, "Measuring verdicts", candidates.length, async (progress) =>
    candidates.map((candidate) => {
      const measured = measureVerdicts(runs, candidate.models, options);
      progress.advance();
      return { ...candidate, ...measured };
    }),
  );
}

function judgesOf(runs: readonly RatedRun[], asked: readonly string[] | undefined): readonly string[] {
  const known = [...new Set(runs.flatMap(({ opinions }) => [...opinions.keys()]))];
  if (known.length === 0)
    throw new EvaluationError("Expected a model with an opinion on some run, got none.");
  const unknown = asked?.find((judge) => !known.includes(judge));
  if (unknown !== undefined)
    throw new EvaluationError(`Expected \`--models\` of ${known.join(",")}, got "${unknown}".`);
  return asked ?? known;
}

const countOf = (runs: readonly RatedRun[]) => ({
  n: runs.length,
  right: runs.filter(({ right }) => right).length,
  units: new Set(runs.map(({ unit }) => unit)).size,
});

function verdictsJson(
  runs: readonly RatedRun[],
  { seed, splitBy, splits }: VerdictsOptions,
  results: readonly Result[],
): string {
  const figures = { splits, seed, splitBy: splitBy ?? null, ...countOf(runs), results };
  return `${JSON.stringify(figures, undefined, 2)}\n`;
}

function verdictsTables(
  runs: readonly RatedRun[],
  { epsilons, seed, splitBy, splits }: VerdictsOptions,
  results: readonly Result[],
): string {
  const { n, right, units } = countOf(runs);
  const whole = splitBy === undefined ? "" : `, which part none of ${units} ${printable(splitBy)}`;
  return [
    `${n} runs, ${right} of them right; ${splits} random splits (seed ${seed})${whole}:`,
    "a third fits, a third calibrates, a third is judged.",
    "",
    tableOf("by their own yes or no", results, ({ uncalibrated }) => uncalibrated),
    ...epsilons.flatMap((epsilon, at) => [
      "",
      tableOf(`calibrated, epsilon ${epsilon}`, results, ({ calibrated }) => calibrated[at]),
    ]),
    "",
    `Mean ± standard error over ${splitBy === undefined ? "runs" : `values of ${printable(splitBy)}`}. By their own yes or no, several reject a run`,
    "together if each of them does.",
  ].join("\n");
}

function tableOf(
  title: string,
  results: readonly Result[],
  figuresOf: (result: Result) => VerdictFigures | undefined,
): string {
  const table = plainTable([title, "Right rejected", "Wrong caught"]);
  for (const result of results) {
    const figures = figuresOf(result);
    if (figures === undefined) continue;
    const cells = [figures.rejected, figures.caught].map(({ mean, standardError }) =>
      withError(mean, standardError),
    );
    table.push([printable(result.name), ...cells]);
  }
  return table.toString();
}
