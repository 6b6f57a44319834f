import { writeWholeFile } from "@langgraph-rollback/attribution";
import { UsageError } from "../../errors/usage-error.ts";
import { checkOutputs } from "../../files/check-outputs.ts";
import type { Environment } from "../../terminal/environment.ts";
import type { Output } from "../../terminal/output.ts";
import { attributorChart } from "./attributor-chart.ts";
import { attributorJson } from "./attributor-json.ts";
import type { AttributorOptions } from "../../attributors/attributor-options.ts";
import type { AttributorReport, MeasureSets } from "@langgraph-rollback/lab/attributors";
import { ATTRIBUTORS } from "@langgraph-rollback/lab/names";
import { checkSettings } from "../../attributors/parse-setting.ts";
import { attributorTable } from "./attributor-table.ts";
import { estimateAttributors } from "./estimate-attributors.ts";
import { estimateTable } from "./estimate-table.ts";
import { evaluateAttributors } from "./evaluate-attributors.ts";
import { loadCases } from "./load-cases.ts";
import { besideOf } from "../../attributors/open-model.ts";

/** `langgraph-rollback evaluate --attributor`, and with `--estimate`. */
export async function runAttributors(
  options: AttributorOptions,
  output: Output,
  env: Environment,
  measure: MeasureSets,
): Promise<void> {
  const { data, estimate, failuresOnly, group, json, limit, only } = options;
  checkFiles(options);
  checkSettings(options.set ?? [], options.attributor ?? ATTRIBUTORS);
  if (only !== undefined && group === undefined)
    throw new UsageError("`--only` needs `--group`, the field whose value it names.");
  const { cases, right, unlabelled } = await loadCases(data, {
    group,
    only,
    limit,
    failuresOnly,
  });
  if (unlabelled > 0) output.printError(`Left out ${unlabelled} trajectories without a label.`);
  const [text, figures] =
    estimate === true
      ? written(await estimateAttributors([...cases, ...right], options, output), estimateTable)
      : written(
          kept(await evaluateAttributors({ cases, right }, options, output, env, measure), options),
          attributorTable,
        );
  output.print(json === true ? figures.trimEnd() : text);
  if (typeof json === "string") writeWholeFile(json, figures);
}

/** A recording cost calls, so it is not even overwritten with `--force`. */
function checkFiles({ cassette, data, findings, force, json, record, svg }: AttributorOptions): void {
  const beside = record === undefined ? besideOf(data[0] ?? "") : undefined;
  const reads = { "--data": data, "--cassette": cassette ?? beside };
  checkOutputs({ reads, writes: { "--record": record } });
  checkOutputs({
    force,
    reads,
    writes: { "--record": record, "--json": json, "--svg": svg, "--findings": findings },
  });
}

/** Writes what methods said of each trajectory, and the drawing, where they are wanted. */
function kept(report: AttributorReport, { findings, svg }: AttributorOptions): AttributorReport {
  const all = report.results.flatMap((result) => result.findings);
  if (findings !== undefined)
    writeWholeFile(findings, all.map((each) => `${JSON.stringify(each)}\n`).join(""));
  if (svg !== undefined) writeWholeFile(svg, attributorChart(report));
  return report;
}

function written<R extends Parameters<typeof attributorJson>[0]>(
  report: R,
  table: (report: R) => string,
): readonly [text: string, json: string] {
  return [table(report), attributorJson(report)];
}
