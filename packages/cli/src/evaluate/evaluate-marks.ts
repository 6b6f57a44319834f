import { writeWholeFile } from "@langgraph-rollback/attribution";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { loadOpinions, type OpinionFile } from "../data/load-opinions.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Output } from "../terminal/output.ts";
import type { SplitSizes } from "./evaluation-report.ts";
import { chooseJudges } from "./judges.ts";
import type { Failures } from "./learnt-split.ts";
import { loadTraces, type LoadedTraces, tracesIn } from "./load-traces.ts";
import { marksChart } from "./marks-chart.ts";
import { type MarksReport, type MarksResult, marksJson } from "./marks-report.ts";
import type { MarksOptions } from "./marks-options.ts";
import { marksScorers } from "./marks-scorers.ts";
import { marksTable } from "./marks-table.ts";
import { measureSets } from "./measure-sets.ts";
import { splitSizes } from "./split-sizes.ts";
import { tooFewRows } from "./too-few-rows.ts";

/** `langgraph-rollback evaluate --marks`: the sets that recorded opinions of models give, one by one and together. */
export async function runMarks(options: MarksOptions, output: Output): Promise<void> {
  const { data, force, json, marks, svg } = options;
  checkOutputs({
    force,
    reads: { "--data": data, "--marks": marks },
    writes: { "--json": json, "--svg": svg },
  });
  const opinions = await loadOpinions(marks);
  const failures = await failuresOf(opinions, options, output);
  const report = await evaluateMarks(opinions, failures, options, output);
  for (const warning of tooFewRows({ ...report, sizes: mostCalibrated(report.results) }))
    output.printError(`warning: ${warning}`);
  output.print(json === true ? marksJson(report).trimEnd() : marksTable(report));
  if (typeof json === "string") writeWholeFile(json, marksJson(report));
  if (svg !== undefined) writeWholeFile(svg, marksChart(report));
}

/** A scorer that is fitted leaves fewer labels to calibrate; what is too few for those that are not is too few for all. */
function mostCalibrated(results: readonly MarksResult[]): SplitSizes {
  const [first, ...others] = results.map(({ sizes }) => sizes);
  if (first === undefined) throw new EvaluationError("Expected a scorer to measure, got none.");
  return others.reduce((most, sizes) => (sizes.calibrated > most.calibrated ? sizes : most), first);
}

/** The trajectories of `--data` that there are opinions on; without `--data`, what the opinion file says of its runs. */
async function failuresOf(
  { file, runs, traces }: OpinionFile,
  options: MarksOptions,
  output: Output,
): Promise<Failures> {
  const { data } = options;
  const loaded: LoadedTraces =
    data.length === 0 ? tracesIn([{ file, text: traces }], options) : await loadTraces(data, options);
  const { labelled, units, unlabelled } = loaded;
  if (unlabelled > 0) output.printError(`Left out ${unlabelled} trajectories without a label.`);
  const known = new Set(runs.map(({ id }) => id));
  const kept = labelled.flatMap(({ id }, at) => (known.has(id) ? [at] : []));
  if (kept.length === 0)
    throw new EvaluationError(`Expected opinions in ${file} on trajectories of \`--data\`, got none.`);
  const strangers = labelled.length - kept.length;
  if (strangers > 0) output.printError(`Left out ${strangers} trajectories without an opinion.`);
  return {
    labelled: kept.flatMap((at) => labelled[at] ?? []),
    units: units && kept.flatMap((at) => units[at] ?? []),
  };
}

async function evaluateMarks(
  { runs }: OpinionFile,
  failures: Failures,
  options: MarksOptions,
  output: Output,
): Promise<MarksReport> {
  const ids = failures.labelled.map(({ id }) => id);
  const { leftOut, names } = chooseJudges(runs, ids, options.models);
  if (leftOut.length > 0)
    output.printError(`Left out ${leftOut.join(", ")}: no opinion on some labelled run.`);
  const { calibrated: labels } = splitSizes(ids.length, { ...options, learns: false });
  const results: MarksResult[] = [];
  for (const { models, name, scorer } of marksScorers(runs, names, labels)) {
    const {
      evaluation,
      guarantee,
      scorer: figures,
      sizes,
    } = await measureSets(failures, scorer, { ...options, title: name }, output);
    results.push({ name, models, sizes, guarantee, evaluation, scorer: figures });
  }
  const units = failures.units === undefined ? {} : { units: new Set(failures.units).size };
  return { options, n: ids.length, ...units, results };
}
