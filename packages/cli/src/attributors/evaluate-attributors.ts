import type { EnsembleMember, StepScorer } from "@langgraph-rollback/attribution";
import { UsageError } from "../errors/usage-error.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { withProgress } from "../terminal/with-progress.ts";
import { asksModels, ATTRIBUTORS } from "./attributor-names.ts";
import type { AttributorOptions } from "./attributor-options.ts";
import type { AttributorReport, AttributorResult, GroupResult, MeasureSets } from "./attributor-report.ts";
import { chanceAccuracy } from "./chance-accuracy.ts";
import { contenderOf } from "./contenders.ts";
import { type Costs, costsOf } from "./finding-costs.ts";
import { accuracyOf, filled, type Judged } from "./finding-metrics.ts";
import { ALL, groupsOf, inGroup } from "./groups.ts";
import type { Case } from "./load-cases.ts";
import { NO_MODEL, type OpenedModel, openModel } from "./open-model.ts";
import { PUBLISHED } from "./published-figures.ts";
import { runContender } from "./run-contender.ts";

/**
 * Lets methods judge labelled failures and counts how often they are right.
 *
 * @throws {UsageError} if there is no model to ask
 * @throws {EvaluationError} if a method gives up
 */
export async function evaluateAttributors(
  cases: readonly Case[],
  options: AttributorOptions,
  output: Output,
  env: Environment,
  measure: MeasureSets,
): Promise<AttributorReport> {
  const names = options.attributor ?? ATTRIBUTORS;
  const opened = names.some(asksModels) ? openModel(options, env) : NO_MODEL;
  const judged: { readonly result: AttributorResult; readonly scorer: EnsembleMember }[] = [];
  const settings = truthsOf(options, cases);
  await withProgress(
    output,
    "Evaluating",
    names.length * settings.length * cases.length,
    async ({ advance }) => {
      for (const withTruth of settings)
        for (const name of names)
          judged.push(await evaluate(name, withTruth, { cases, options, opened, advance }));
    },
  );
  const labelled = cases.map(({ trajectory }) => trajectory);
  const results: AttributorResult[] = [];
  for (const { result, scorer } of judged) {
    const title = result.withTruth ? `${result.name} +G` : result.name;
    const sets = await measure(scorer, labelled, title);
    results.push(sets === undefined ? result : { ...result, sets });
  }
  return {
    source: opened.source,
    n: cases.length,
    withTruthKnown: cases.filter(({ groundTruth }) => groundTruth !== undefined).length,
    seed: options.seed,
    results,
    chance: groupsOf(cases).map((group) => {
      const some = inGroup(cases, group).map(({ trajectory }) => trajectory);
      return { group, n: some.length, accuracy: chanceAccuracy(some) };
    }),
    published: PUBLISHED.filter(({ method }) => method === "random" || names.includes(method)),
  };
}

function truthsOf({ groundTruth }: AttributorOptions, cases: readonly Case[]): readonly boolean[] {
  if (groundTruth !== "without" && cases.every((each) => each.groundTruth === undefined))
    throw new UsageError("`--ground-truth` needs lines with a field `groundTruth`; the data has none.");
  return { without: [false], with: [true], both: [false, true] }[groundTruth];
}

interface Round {
  readonly cases: readonly Case[];
  readonly options: AttributorOptions;
  readonly opened: OpenedModel;
  readonly advance: () => void;
}

async function evaluate(
  name: string,
  withTruth: boolean,
  { cases, options, opened, advance }: Round,
): Promise<{ readonly result: AttributorResult; readonly scorer: EnsembleMember }> {
  const { model, replay, source } = opened;
  const { concurrency, price, seed } = options;
  const prices = price === undefined ? {} : { prices: { [source.name]: price } };
  const contender = contenderOf(name, { model, seed, concurrency, withTruth, ...prices }, cases);
  const before = replay?.recordedLatency ?? 0;
  const judged = await runContender(contender, cases, { withTruth, concurrency, advance });
  const recorded = replay === undefined ? undefined : replay.recordedLatency - before;
  const { fingerprint } = contender.attributorFor(0);
  const result: AttributorResult = {
    name,
    fingerprint,
    withTruth,
    groups: groupsOf(cases).map((group): GroupResult => {
      const some = judged.filter((_, index) => group === ALL || cases[index]?.trajectory.group === group);
      return {
        group,
        n: some.length,
        accuracy: accuracyOf(some),
        costs: costs(some, cases.length, group, recorded),
      };
    }),
    problems: judged.flatMap(({ trajectory, finding }) =>
      finding.problems.map((problem) => ({ id: trajectory.id, problem })),
    ),
  };
  return { result, scorer: contender.fit ?? scorerOf(fingerprint, judged) };
}

/** Says again what the method found. */
function scorerOf(fingerprint: string, judged: readonly Judged[]): StepScorer {
  const scores = new Map(judged.map(({ trajectory, finding }) => [trajectory.id, filled(finding.scores)]));
  return { fingerprint, score: async ({ id, steps }) => scores.get(id) ?? steps.map(() => 0) };
}

/** A replay takes no time: what it took when it was recorded counts, which is known for all trajectories together only. */
function costs(judged: readonly Judged[], n: number, group: string | typeof ALL, recorded?: number): Costs {
  const measured = costsOf(judged);
  if (recorded === undefined) return measured;
  const { latency: _, ...rest } = measured;
  return group === ALL ? { latency: recorded / n / 1000, ...rest } : rest;
}
