import { ModelSilentError } from "@langgraph-rollback/example-simulation";

import type { AnswersFile } from "../../asking/answers-file.ts";
import type { AskedModel } from "../../asking/asked-model.ts";
import { haltingSystem } from "../../asking/halting-system.ts";
import type { Price } from "../../asking/parse-price.ts";
import { BudgetReachedError, TooFewFailuresError } from "../../errors/index.ts";
import { systemNamed } from "../../systems/systems.ts";
import { keptFailures, resultName } from "./kept-failure.ts";
import { tableRows } from "./model-figures.ts";
import { ALPHA, type ModelExtent, TASKS_EACH, trySettingOf } from "./model-setting.ts";
import { modelTable } from "./model-table.ts";
import { TABLE_ARM_NAMES } from "./table-arms.ts";
import { tryFailures } from "./try-failures.ts";

/** A real model, and what is kept of it. */
export interface ModelRunParts {
  readonly asked: AskedModel;
  readonly answers: AnswersFile;
  readonly price: Price;
  readonly onProgress: (done: number, of: number) => void;
}

/** Results of a run with a real model. */
export interface ModelRun {
  /** The table, as far as there is one. */
  readonly markdown: string;
  /** Why figures are missing, in sentences; absent if none are. */
  readonly incomplete?: string;
}

/** Tries failed runs of each system in every arm of the table. What was done before an end is kept and shown. */
export async function runWithModel(extent: ModelExtent, parts: ModelRunParts): Promise<ModelRun> {
  const problems: string[] = [];
  for (const system of extent.systems) {
    const problem = await trySystem(system, extent, parts);
    if (problem === undefined) continue;
    problems.push(`${system}: ${problem.message}`);
    if (!(problem instanceof TooFewFailuresError)) break;
  }
  await parts.asked.settled();
  const systems = extent.systems.flatMap((system) => {
    const failures = keptFailures(parts.answers.results, system, extent.runs);
    if (failures.length === 0) return [];
    return [{ system, n: failures.length, rows: tableRows(failures, { alpha: ALPHA, price: parts.price }) }];
  });
  const markdown = systems.length === 0 ? "" : modelTable(systems);
  return problems.length === 0 ? { markdown } : { markdown, incomplete: `Partial. ${problems.join(" ")}` };
}

/** @returns why the system's figures are incomplete, if they are */
async function trySystem(
  name: string,
  extent: ModelExtent,
  { answers, asked, onProgress }: ModelRunParts,
): Promise<Error | undefined> {
  const system = haltingSystem(await systemNamed(name, {}, () => asked.model), () => asked.check());
  const before = extent.systems.indexOf(name) * extent.runs;
  const all = extent.systems.length * extent.runs;
  const kept = keptFailures(answers.results, name, extent.runs);
  try {
    await tryFailures(system, trySettingOf(extent), {
      arms: TABLE_ARM_NAMES,
      tasksEach: TASKS_EACH,
      known: (at) => kept[at],
      onTried: async (at, failure) => {
        await answers.keep(resultName(name, at), failure);
        onProgress(before + at + 1, all);
      },
    });
    return undefined;
  } catch (error) {
    if (error instanceof BudgetReachedError || error instanceof ModelSilentError) return error;
    if (error instanceof TooFewFailuresError) return error;
    throw error;
  }
}
