import { writeWholeFile } from "@langgraph-rollback/attribution";
import { checkOutputs } from "../../files/check-outputs.ts";
import type { Output } from "../../terminal/output.ts";
import { withProgress } from "../../terminal/with-progress.ts";
import { loadTraces } from "../load-traces.ts";
import { pause } from "../pause.ts";
import { scorerOf } from "../run-evaluation.ts";
import { comparedRuns } from "../task-spectrum.ts";
import { crossValidate } from "./cross-validate.ts";
import { foldFigures } from "./fold-figures.ts";
import type { FoldsOptions } from "./folds-options.ts";
import { foldsJson } from "./folds-report.ts";
import { foldsTable } from "./folds-table.ts";

/** `langgraph-rollback evaluate --folds`: how often a scorer's first steps hold the decisive one, by cross-validation. */
export async function runFolds(options: FoldsOptions, output: Output): Promise<void> {
  const { data, folds, force, json, scorer, seed, splits } = options;
  checkOutputs({ force, reads: { "--data": data }, writes: { "--json": json } });
  const { unlabelled, ...failures } = await loadTraces(data, options);
  if (unlabelled > 0) output.printError(`Left out ${unlabelled} trajectories without a label.`);
  if (scorer === "spectrum") output.printError(comparedRuns(failures.labelled, failures.judged));
  const draws = await withProgress(output, "Fitting and scoring", folds * splits, ({ advance }) =>
    crossValidate(failures, scorerOf(scorer, failures), options, async () => {
      advance();
      await pause();
    }),
  );
  const report = { options, groups: foldFigures(failures, draws, seed) };
  output.print(json === true ? foldsJson(report).trimEnd() : foldsTable(report));
  if (typeof json === "string") writeWholeFile(json, foldsJson(report));
}
