import type { ConfidenceInterval } from "../conformal/clopper-pearson.ts";
import { bootstrapInterval } from "../conformal/evaluation/bootstrap-interval.ts";
import type { FailedRun } from "./failed-run.ts";

/** A failed run under some policy. */
export interface PolicyRun extends FailedRun {
  /** Steps that its rollbacks executed, over all of them. */
  readonly steps: number;
}

/** A mean difference on the same runs. */
export interface PolicyDifference {
  readonly difference: number;
  /** 95 %, by a bootstrap over runs, or over their units. Too narrow for fewer than about thirty. */
  readonly interval: ConfidenceInterval;
}

/** A policy on some failed runs, beside the one that it is compared with. */
export interface PolicyComparison {
  readonly policy: string;
  /** Number of failed runs. */
  readonly n: number;
  /** Share of them that some rollback recovered, in [0, 1]. */
  readonly recovered: number;
  /** Steps that rollbacks executed, mean of a run. */
  readonly steps: number;
  /** Less those of the policy that it is compared with, run by run. */
  readonly against: { readonly recovered: PolicyDifference; readonly steps: PolicyDifference };
}

/** How to compare policies. */
export interface ComparePoliciesOptions {
  /** Name of the policy that the others are compared with, such as "restart". */
  readonly against: string;
  /** Decides the draws of the bootstrap; default 1. */
  readonly seed?: number;
  /** What a run belongs to, such as its task: runs of one unit may depend on each other. Default: each run by itself. */
  readonly unitOf?: (run: string) => string;
}

/**
 * Compares policies on the same failed runs: how many each recovers, and how many steps that takes. The intervals are of paired differences, as each policy had the same
 * failures.
 *
 * @param runs by the policy's name; the runs of all policies have the same names, in any order
 * @returns in the order of `runs`
 * @throws {RangeError} if there is no run, `against` names no policy, a run is named twice, a policy lacks a run or has one more, or steps are negative
 *
 * @example
 * comparePolicies({ restart: restarted, "least-cost": planned }, { against: "restart" });
 */
export function comparePolicies(
  runs: Readonly<Record<string, readonly PolicyRun[]>>,
  { against, seed = 1, unitOf = (run) => run }: ComparePoliciesOptions,
): readonly PolicyComparison[] {
  const base = Object.hasOwn(runs, against) ? byName(runs[against] ?? []) : undefined;
  if (base === undefined)
    throw new RangeError(
      `Expected \`against\` to be one of ${Object.keys(runs).join(", ")}, got ${JSON.stringify(against)}.`,
    );
  if (base.size === 0) throw new RangeError("Expected at least one failed run, got none.");
  const names = [...base.keys()];
  const units = names.map(unitOf);
  return Object.entries(runs).map(([policy, own]) => {
    const tried = byName(own);
    const pairs = names.map((name) => ({
      own: of(tried, name, policy),
      base: of(base, name, against),
    }));
    if (tried.size > base.size)
      throw new RangeError(`Expected the ${base.size} runs of ${against} for ${policy}, got ${tried.size}.`);
    const differenceIn = (value: (run: PolicyRun) => number): PolicyDifference => {
      const differences = pairs.map((pair) => value(pair.own) - value(pair.base));
      const interval = bootstrapInterval(differences, seed, units);
      return { difference: meanOf(differences), interval: interval ?? { lower: -Infinity, upper: Infinity } };
    };
    return {
      policy,
      n: names.length,
      recovered: meanOf(pairs.map((pair) => isRecovered(pair.own))),
      steps: meanOf(pairs.map((pair) => pair.own.steps)),
      against: { recovered: differenceIn(isRecovered), steps: differenceIn(({ steps }) => steps) },
    };
  });
}

const isRecovered = ({ recoveredBy }: PolicyRun): number => (recoveredBy === undefined ? 0 : 1);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function byName(runs: readonly PolicyRun[]): ReadonlyMap<string, PolicyRun> {
  const named = new Map<string, PolicyRun>();
  for (const each of runs) {
    if (named.has(each.run)) throw new RangeError(`Run ${JSON.stringify(each.run)} is named twice.`);
    if (!(each.steps >= 0 && each.steps < Infinity))
      throw new RangeError(
        `Expected \`steps\` to be finite and >= 0, got ${each.steps} for run ${JSON.stringify(each.run)}.`,
      );
    named.set(each.run, each);
  }
  return named;
}

function of(runs: ReadonlyMap<string, PolicyRun>, name: string, policy: string): PolicyRun {
  const found = runs.get(name);
  if (found === undefined)
    throw new RangeError(`Expected run ${JSON.stringify(name)} of the policy ${policy}, got none.`);
  return found;
}
