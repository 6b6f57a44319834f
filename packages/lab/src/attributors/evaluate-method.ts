import type { EnsembleMember, StepScorer } from "@langgraph-rollback/attribution";
import type { Finding } from "@langgraph-rollback/attributors";
import type { GivenSetting } from "@langgraph-rollback/attributors/names";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { accuracyIntervals } from "./accuracy-intervals.ts";
import type { AttributorResult, GroupResult } from "./attributor-report.ts";
import type { Contender } from "./contender.ts";
import { contenderOf } from "./contenders.ts";
import { type Costs, costsOf } from "./finding-costs.ts";
import { accuracyOf, filled, type Judged, rightAgent, rightStep } from "./finding-metrics.ts";
import { ALL, groupsOf } from "./groups.ts";
import { findingBreakdown } from "./finding-breakdown.ts";
import { findingRecord } from "./finding-record.ts";
import { solutionFigures } from "./judged-solutions.ts";
import type { AskedCase, Case } from "./case.ts";
import { meanAccuracy } from "./mean-accuracy.ts";
import type { OpenedModel } from "./opened-model.ts";
import type { Rights } from "./paired-tests.ts";
import { runContender } from "./run-contender.ts";

/** How methods judge. */
export interface RoundOptions {
  /** How often each method judges all, each time with another seed. */
  readonly repeat: number;
  /** Trajectories at once. */
  readonly concurrency: number;
  /** Per million tokens of input and output. */
  readonly price?: { readonly input: number; readonly output: number };
  readonly seed: number;
  /** Settings of methods. */
  readonly set?: readonly GivenSetting[];
}

/** The trajectories that all methods judge, and the model that they ask. */
export interface Round {
  readonly cases: readonly Case[];
  /** Trajectories without a label that went right. */
  readonly right: readonly AskedCase[];
  readonly options: RoundOptions;
  readonly opened: OpenedModel;
  readonly advance: () => void;
}

/** Results of a method, and for comparisons its right answers in each group in its first run. */
export interface EvaluatedMethod {
  readonly result: AttributorResult;
  /** Scorer whose sets are measured: it repeats the method's findings of its first run, or is the way to learn it. */
  readonly scorer: EnsembleMember;
  readonly rights: readonly { readonly group: string | null; readonly rights: Rights }[];
}

interface Run {
  readonly judged: readonly Judged[];
  /** Of trajectories that went right. */
  readonly others: readonly { readonly trajectory: Trajectory; readonly finding: Finding }[];
}

/**
 * Lets one method judge all trajectories, once for each repetition, each time with another seed.
 *
 * @throws {EvaluationError} if the method gives up
 */
export async function evaluateMethod(
  name: string,
  withTruth: boolean,
  round: Round,
): Promise<EvaluatedMethod> {
  const { cases, opened, options, right } = round;
  const before = opened.replay?.recordedLatency ?? 0;
  const contenders = Array.from({ length: options.repeat }, (_, repeat) =>
    contenderFor(name, withTruth, repeat, round),
  );
  const runs: Run[] = [];
  for (const contender of contenders) runs.push(await run(contender, withTruth, round));
  const recorded =
    opened.replay === undefined
      ? undefined
      : (opened.replay.recordedLatency - before) / (options.repeat * (cases.length + right.length));
  const groups = groupsOf(cases).map((group) => {
    const inIt = <One extends { readonly trajectory: Trajectory }>(some: readonly One[]) =>
      some.filter(({ trajectory }) => group === ALL || trajectory.group === group);
    return {
      group,
      runs: runs.map(({ judged, others }) => ({ judged: inIt(judged), others: inIt(others) })),
    };
  });
  const [first] = contenders;
  const fingerprint = first?.attributorFor(0).fingerprint ?? "";
  const title = withTruth ? `${name} +G` : name;
  return {
    result: {
      name,
      fingerprint,
      withTruth,
      groups: groups.map((one) => groupResult(one, options.seed, recorded)),
      problems: runs.flatMap(({ judged, others }) =>
        [...judged, ...others].flatMap(({ trajectory, finding }) =>
          finding.problems.map((problem) => ({ id: trajectory.id, problem })),
        ),
      ),
      findings: runs.flatMap(({ judged, others }, at) => {
        const source = {
          method: name,
          fingerprint,
          withTruth,
          run: at + 1,
          isReplay: opened.replay !== undefined,
        };
        return [...judged, ...others].map(({ trajectory, finding }) =>
          findingRecord(source, trajectory, finding),
        );
      }),
    },
    scorer: first?.fit ?? scorerOf(fingerprint, runs[0]?.judged ?? []),
    rights: groups.map(({ group, runs: [firstRun] }) => ({
      group,
      rights: {
        name: title,
        agent: firstRun?.judged.map(rightAgent) ?? [],
        step: firstRun?.judged.map(rightStep) ?? [],
      },
    })),
  };
}

/** Says again what the method found. */
function scorerOf(fingerprint: string, judged: readonly Judged[]): StepScorer {
  const scores = new Map(judged.map(({ trajectory, finding }) => [trajectory.id, filled(finding.scores)]));
  return { fingerprint, score: async ({ id, steps }) => scores.get(id) ?? steps.map(() => 0) };
}

function contenderFor(
  name: string,
  withTruth: boolean,
  repeat: number,
  { cases, opened, options, right }: Round,
): Contender {
  const { concurrency, price, seed, set = [] } = options;
  const prices = price === undefined ? {} : { prices: { [opened.source.name]: price } };
  const withOutcome = right.length === 0;
  return contenderOf(
    name,
    { model: opened.model, seed: seed + repeat, concurrency, withTruth, withOutcome, set, ...prices },
    cases,
  );
}

async function run(
  { attributorFor, forOthers, name }: Contender,
  withTruth: boolean,
  { advance, cases, options: { concurrency }, right }: Round,
): Promise<Run> {
  const told = { withTruth, withOutcome: right.length === 0, concurrency, advance };
  const judged = await runContender(name, cases, { ...told, attributorFor });
  if (forOthers === undefined) return { judged, others: [] };
  return { judged, others: await runContender(name, right, { ...told, attributorFor: () => forOthers }) };
}

interface GroupRuns {
  readonly group: string | null;
  readonly runs: readonly Run[];
}

function groupResult({ group, runs }: GroupRuns, seed: number, recorded?: number): GroupResult {
  const judged = runs.map((one) => one.judged);
  const solutions = solutionFigures(runs.flatMap((one) => [...one.judged, ...one.others]));
  return {
    group,
    n: judged[0]?.length ?? 0,
    ...meanAccuracy(judged.map(accuracyOf)),
    intervals: accuracyIntervals(judged, seed),
    ...findingBreakdown(judged[0] ?? []),
    ...(solutions === undefined ? {} : { solutions: perRun(solutions, runs.length) }),
    costs: costs(
      runs.flatMap((one) => [...one.judged, ...one.others]),
      group,
      recorded,
    ),
  };
}

/** Counts of a single run; the figures are of all runs together. */
function perRun<F extends { readonly right: number; readonly wrong: number }>(figures: F, runs: number): F {
  return { ...figures, right: figures.right / runs, wrong: figures.wrong / runs };
}

/** A replay takes no time: what it took when it was recorded counts, which is known for all trajectories together only. */
function costs(found: Run["others"], group: string | typeof ALL, recorded?: number): Costs {
  const measured = costsOf(found);
  if (recorded === undefined) return measured;
  const { latency: _, ...rest } = measured;
  return group === ALL ? { latency: recorded / 1000, ...rest } : rest;
}
