import { UsageError } from "../../errors/usage-error.ts";
import type { Environment } from "../../terminal/environment.ts";
import type { Output } from "../../terminal/output.ts";
import { withProgress } from "../../terminal/with-progress.ts";
import { asksModels, ATTRIBUTORS } from "@langgraph-rollback/lab/names";
import type { AttributorOptions } from "../../attributors/attributor-options.ts";
import {
  type AskedCase,
  type AttributorReport,
  type AttributorResult,
  baselineAccuracy,
  chanceAccuracy,
  chanceOfAgents,
  chanceOfRoles,
  type EvaluatedMethod,
  evaluateMethod,
  groupsOf,
  inGroup,
  type MeasureSets,
  pairedTests,
  PUBLISHED,
  solutionBaselines,
} from "@langgraph-rollback/lab/attributors";
import { settingText } from "../../attributors/parse-setting.ts";
import type { LoadedCases } from "./load-cases.ts";
import { NO_MODEL, openModel } from "../../attributors/open-model.ts";

/**
 * Lets methods judge labelled failures and counts how often they are right.
 *
 * @throws {UsageError} if there is no model to ask
 * @throws {EvaluationError} if a method gives up
 */
export async function evaluateAttributors(
  { cases, right }: Pick<LoadedCases, "cases" | "right">,
  options: AttributorOptions,
  output: Output,
  env: Environment,
  measure: MeasureSets,
): Promise<AttributorReport> {
  const names = options.attributor ?? ATTRIBUTORS;
  const opened = names.some(asksModels) ? openModel(options, env) : NO_MODEL;
  const evaluated: EvaluatedMethod[] = [];
  const settings = truthsOf(options, cases);
  const judgements = names.length * settings.length * options.repeat * (cases.length + right.length);
  await withProgress(output, "Evaluating", judgements, async ({ advance }) => {
    for (const withTruth of settings)
      for (const name of names)
        evaluated.push(await evaluateMethod(name, withTruth, { cases, right, options, opened, advance }));
  });
  const labelled = cases.map(({ trajectory }) => trajectory);
  const results: AttributorResult[] = [];
  for (const { result, scorer } of evaluated) {
    const sets = await measure(scorer, labelled, result.withTruth ? `${result.name} +G` : result.name);
    results.push(sets === undefined ? result : { ...result, sets });
  }
  const chance = groupsOf(cases).map(async (group) => {
    const some = inGroup(cases, group);
    const trajectories = some.map(({ trajectory }) => trajectory);
    const others = inGroup(right, group).map(({ trajectory }) => trajectory);
    return {
      group,
      n: some.length,
      accuracy: chanceAccuracy(trajectories),
      agentOfAgents: chanceOfAgents(trajectories),
      agentOfRoles: chanceOfRoles(some),
      baselines: await baselineAccuracy(cases, group, names),
      solutions: solutionBaselines([...trajectories, ...others]),
    };
  });
  return {
    source: opened.source,
    n: cases.length,
    withTruthKnown: cases.filter(({ groundTruth }) => groundTruth !== undefined).length,
    right: right.length,
    seed: options.seed,
    repeat: options.repeat,
    ...(options.set === undefined ? {} : { settings: options.set.map(settingText) }),
    results,
    chance: await Promise.all(chance),
    comparisons: groupsOf(cases).flatMap((group) =>
      pairedTests(
        evaluated.flatMap(({ rights }) => rights.flatMap((one) => (one.group === group ? [one.rights] : []))),
      ).map((comparison) => ({ group, ...comparison })),
    ),
    published: PUBLISHED.filter(({ method }) => method === "random" || names.includes(method)),
  };
}

function truthsOf({ groundTruth }: AttributorOptions, cases: readonly AskedCase[]): readonly boolean[] {
  if (groundTruth !== "without" && cases.every((each) => each.groundTruth === undefined))
    throw new UsageError("`--ground-truth` needs lines with a field `groundTruth`; the data has none.");
  return { without: [false], with: [true], both: [false, true] }[groundTruth];
}
