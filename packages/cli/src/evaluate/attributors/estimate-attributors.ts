import { trajectoryTokens } from "@langgraph-rollback/attributors/evaluation";
import { isLabelled, largest } from "@langgraph-rollback/attribution/trajectory";
import type { Output } from "../../terminal/output.ts";
import { pause } from "../pause.ts";
import { withProgress } from "../../terminal/with-progress.ts";
import { asksModels, ATTRIBUTORS } from "@langgraph-rollback/lab/names";
import type { AttributorOptions } from "../../attributors/attributor-options.ts";
import {
  type AskedCase,
  contenderOf,
  evidenceOf,
  groupsOf,
  inGroup,
  PUBLISHED,
  PUBLISHED_STEPS,
  type PublishedFigure,
} from "@langgraph-rollback/lab/attributors";

/** Tokens that a method would read of one trajectory. */
export interface EstimatedCase {
  readonly id: string;
  readonly group: string | null;
  readonly steps: number;
  /** Tokens of the trajectory by itself. */
  readonly own: number;
  readonly calls: number;
  readonly inputTokens: number;
}

/** Tokens that a method would read of some trajectories: means, but for `worstRatio`. */
export interface EstimatedGroup {
  readonly group: string | null;
  readonly n: number;
  readonly calls: number;
  readonly inputTokens: number;
  /** Input over the trajectories' own tokens, both summed. */
  readonly ratio: number;
  /** The highest ratio of a single trajectory. */
  readonly worstRatio: number;
  /** Figure that the paper reports, on longer or shorter traces; absent where it reports nothing. */
  readonly theirs?: number;
  /** The same for traces with as many steps as these. */
  readonly theirsScaled?: number;
}

export interface EstimatedMethod {
  readonly name: string;
  readonly groups: readonly EstimatedGroup[];
  readonly cases: readonly EstimatedCase[];
}

export interface EstimateReport {
  readonly n: number;
  readonly model: string;
  readonly groups: readonly {
    readonly group: string | null;
    readonly n: number;
    readonly steps: number;
    readonly own: number;
  }[];
  readonly methods: readonly EstimatedMethod[];
}

/** Counts what methods would read, and calls nothing. Where calls depend on answers, for the usual course. */
export async function estimateAttributors(
  cases: readonly AskedCase[],
  options: AttributorOptions,
  output: Output,
): Promise<EstimateReport> {
  const names = (options.attributor ?? ATTRIBUTORS).filter(asksModels);
  const model = `openai:${options.model}`;
  // By trajectory, not by its id: two files may use one id for different trajectories.
  const own = new Map(cases.map(({ trajectory }) => [trajectory, trajectoryTokens(trajectory)]));
  const methods = await withProgress(output, "Counting", names.length * cases.length, async ({ advance }) => {
    const counted: EstimatedMethod[] = [];
    for (const name of names) {
      const { attributorFor } = contenderOf(name, { model, seed: options.seed, set: options.set ?? [] }, []);
      const each: EstimatedCase[] = [];
      for (const one of cases) {
        const { id, group = null, steps } = one.trajectory;
        const estimate = attributorFor(0).estimate(
          evidenceOf(one, {
            withTruth: options.groundTruth === "with",
            withOutcome:
              options.failuresOnly === true || cases.every(({ trajectory }) => isLabelled(trajectory)),
          }),
        );
        each.push({ id, group, steps: steps.length, own: own.get(one.trajectory) ?? 0, ...estimate });
        advance();
        await pause();
      }
      counted.push({ name, cases: each, groups: groupsOf(cases).map((group) => groupOf(name, group, each)) });
    }
    return counted;
  });
  const groups = groupsOf(cases).map((group) => {
    const some = inGroup(cases, group).map(({ trajectory }) => trajectory);
    const mean = (values: readonly number[]) => sum(values) / values.length;
    return {
      group,
      n: some.length,
      steps: mean(some.map(({ steps }) => steps.length)),
      own: mean(some.map((trajectory) => own.get(trajectory) ?? 0)),
    };
  });
  return { n: cases.length, model: options.model, groups, methods };
}

function groupOf(name: string, group: string | null, cases: readonly EstimatedCase[]): EstimatedGroup {
  const some = group === null ? cases : cases.filter((each) => each.group === group);
  const total = (of: (one: EstimatedCase) => number) => sum(some.map(of));
  const inputTokens = total((one) => one.inputTokens);
  return {
    group,
    n: some.length,
    calls: total(({ calls }) => calls) / some.length,
    inputTokens: inputTokens / some.length,
    ratio: inputTokens / total(({ own }) => own),
    worstRatio: largest(some.map((one) => one.inputTokens / one.own)),
    ...publishedTokens(name, some),
  };
}

/** Only where all the trajectories are of one part of Who&When. */
function publishedTokens(
  name: string,
  cases: readonly EstimatedCase[],
): Pick<EstimatedGroup, "theirs" | "theirsScaled"> {
  const isOf = (part: PublishedFigure["part"]) => cases.every(({ group }) => group === part);
  const figure = PUBLISHED.find(
    ({ method, part, tokens }) => method === name && tokens !== undefined && isOf(part),
  );
  if (figure?.tokens === undefined) return {};
  const steps = sum(cases.map((one) => one.steps)) / cases.length;
  const theirSteps = PUBLISHED_STEPS[figure.part] ?? Number.NaN;
  return { theirs: figure.tokens, theirsScaled: (figure.tokens * steps) / theirSteps };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
