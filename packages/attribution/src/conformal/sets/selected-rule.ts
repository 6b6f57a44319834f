import type { ConformalMethod } from "../conformal-method.ts";
import type { ConformalOptions } from "../conformal-options.ts";
import { prepareSelection } from "../select-set.ts";
import { normalisedOnce } from "./run-nonconformity.ts";
import { firstDecisive, isMiss, type LabelledRun, type ScoredRun } from "./scored-run.ts";
import type { SetOptions } from "./set-options.ts";
import type { SetRule } from "./set-rule.ts";

/** Candidates of `selected`: the methods whose sets are ranges. */
const CANDIDATES: readonly ConformalMethod[] = ["left", "right", "two-way", "interval", "suffix", "prefix"];

/** Sets by the method that costs least, chosen by `prepareSelection` for each run; throws as that does. */
export function selectedRule(failures: readonly LabelledRun[], options: SetOptions): SetRule {
  const { aggregation = { kind: "sum" }, alpha, approximate, convention, cost = "size", u } = options;
  const methods = CANDIDATES.map((method): ConformalOptions => ({ method, aggregation }));
  const scoresOf = (run: ScoredRun): readonly number[] => normalisedOnce(run.stepScores, options);
  const select = prepareSelection(
    failures.map((failure) => ({
      stepScores: scoresOf(failure),
      decisiveStep: isMiss(failure) ? null : firstDecisive(failure),
    })),
    {
      methods,
      alpha,
      cost,
      ...(u === undefined ? {} : { u }),
      ...(convention === undefined ? {} : { convention }),
    },
  );
  return {
    n: failures.length,
    setOf: (run) => {
      const { chosen: _, ...set } = select(scoresOf(run));
      if (approximate === undefined || set.trivial !== undefined) return set;
      const reason = `${set.reason} It is not guaranteed since ${approximate}.`;
      return { ...set, guarantee: "approximate", reason };
    },
  };
}
