import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";
import { evaluateSplits } from "@langgraph-rollback/attribution/conformal/evaluation";

import { VARIANTS } from "../../failures/variant.ts";
import { drawnLengths, type LabelledLength, whoAndWhenLengths } from "../../simulated/labelled-length.ts";
import { SIMULATED_SCORERS, simulatedRuns, type SimulatedScorer } from "../../simulated/simulated-scorer.ts";
import { MEASURED_METHODS } from "../measured-methods.ts";

/** Positions of the decisive steps: drawn, or those that people found in Who&When. */
export const SETTINGS = [...VARIANTS, "Who&When"] as const;
export type Setting = (typeof SETTINGS)[number];

/** Failures of a drawn variant: the paper holds 800 out of its 4,800, 200 for each data set and architecture. */
const FAILURES = 200;

/** Measurement of one process: one simulated scorer on one kind of failures. */
export interface SettingJob {
  readonly setting: Setting;
  readonly scorer: string;
  readonly seed: number;
  /** Tolerated miss rates, each with its number of random even splits. */
  readonly alphas: readonly { readonly alpha: number; readonly splits: number }[];
}

/** Worth of one method's sets at one alpha. */
export interface MethodFigures {
  readonly method: ConformalMethod;
  /** Mean and standard deviation over splits. */
  readonly coverage: { readonly mean: number; readonly std: number };
  /** Mean over splits. */
  readonly removalRate: number;
  /** Share of the sets that were empty, so that one step stands in. */
  readonly empty: number;
}

/** One scorer on one kind of failures at one alpha. */
export interface SettingFigures {
  readonly setting: Setting;
  readonly scorer: string;
  readonly alpha: number;
  readonly splits: number;
  /** Coverage that an exact method attains, k / (n + 1), and the paper's upper bound, 1 - alpha + 1 / (n + 1). */
  readonly level: number;
  readonly upper: number;
  readonly methods: readonly MethodFigures[];
}

/** Measures all methods. Every scorer of a setting meets the same failures and the same splits. */
export function measureSetting({ alphas, scorer, seed, setting }: SettingJob): readonly SettingFigures[] {
  const runs = simulatedRuns(lengthsOf(setting, seed), scorerNamed(scorer), seed);
  return alphas.map(({ alpha, splits }) => {
    const { level, methods } = evaluateSplits(runs, {
      methods: MEASURED_METHODS,
      alpha,
      splits,
      seed,
    });
    return {
      setting,
      scorer,
      alpha,
      splits,
      level: rounded(level),
      upper: rounded(1 - alpha + 1 / (Math.floor(runs.length / 2) + 1)),
      methods: MEASURED_METHODS.flatMap((method): readonly MethodFigures[] => {
        const found = methods[method];
        if (found === undefined) return [];
        const { coverage, empty, removalRate } = found;
        return [
          {
            method,
            coverage: { mean: rounded(coverage.mean), std: rounded(coverage.std) },
            removalRate: rounded(removalRate.mean),
            empty: rounded(empty.mean),
          },
        ];
      }),
    };
  });
}

/** Five digits, so that the file of all figures stays small. */
const rounded = (value: number): number => Number(value.toFixed(5));

const lengthsOf = (setting: Setting, seed: number): readonly LabelledLength[] =>
  setting === "Who&When" ? whoAndWhenLengths() : drawnLengths(setting, { count: FAILURES, seed });

function scorerNamed(name: string): SimulatedScorer {
  const found = SIMULATED_SCORERS.find((scorer) => scorer.name === name);
  if (found !== undefined) return found;
  throw new RangeError(
    `Expected the name of a simulated scorer, one of ${SIMULATED_SCORERS.map((each) => each.name).join(", ")}, got "${name}".`,
  );
}
