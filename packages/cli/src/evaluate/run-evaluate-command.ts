import { writeWholeFile } from "@langgraph-rollback/attribution";
import { checkOutputs } from "../files/check-outputs.ts";
import type { Output } from "../terminal/output.ts";
import type { EvaluateOptions } from "./evaluate-options.ts";
import { evaluationChart } from "./evaluation-chart.ts";
import { loadTraces } from "./load-traces.ts";
import { evaluationJson } from "./report-json.ts";
import { evaluationTable } from "./report-table.ts";
import { runEvaluation } from "./run-evaluation.ts";
import { comparedRuns } from "./task-spectrum.ts";
import { tooFewRows } from "./too-few-rows.ts";

/** Evaluates conformal methods, and writes the figures. */
export async function runEvaluateCommand(options: EvaluateOptions, output: Output): Promise<void> {
  const { data, force, json, svg } = options;
  checkOutputs({ force, reads: { "--data": data }, writes: { "--json": json, "--svg": svg } });
  const { unlabelled, ...failures } = await loadTraces(data, options);
  if (unlabelled > 0) output.printError(`Left out ${unlabelled} trajectories without a label.`);
  if (options.scorer === "spectrum") output.printError(comparedRuns(failures.labelled, failures.judged));
  const report = await runEvaluation(failures, options, output);
  for (const warning of tooFewRows(report)) output.printError(`warning: ${warning}`);
  if (json === true) output.print(evaluationJson(report).trimEnd());
  else output.print(evaluationTable(report));
  if (typeof json === "string") writeWholeFile(json, evaluationJson(report));
  if (svg !== undefined) writeWholeFile(svg, evaluationChart(report));
}
