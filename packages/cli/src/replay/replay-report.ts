import type { Baseline } from "langgraph-rollback/replay";
import type { RecordedAttempt } from "../replaying/recorded-runs.ts";
import { type AgainstBase, againstBase } from "./against-base.ts";
import type { MadeReplay } from "./made-replays.ts";
import { CONFIDENCE, type VariantFigures, variantFigures } from "./variant-figures.ts";

/** A recorded run that was replayed. Steps are counted from 0. */
export interface ReplayedRun extends Omit<RecordedAttempt, "head"> {
  /** First step of its replays: the step asked for, or an earlier one where the graph cannot be rewound to it. */
  readonly start: number;
  readonly baseline: Baseline;
}

/** JSON that `--json` writes. Steps are counted from 0. */
export interface ReplayReport {
  readonly format: "langgraph-rollback/replays";
  readonly version: 1;
  /** Name of the database, for people. */
  readonly name: string;
  readonly from: number;
  /** Replays of each variant and thread. */
  readonly repeat: number;
  /** Of each interval. */
  readonly confidence: number;
  readonly runs: readonly ReplayedRun[];
  /** The base first. */
  readonly variants: readonly (VariantFigures & {
    /** `null` of the base, and where there are no conclusive replays of both. */
    readonly againstBase: AgainstBase | null;
  })[];
}

/** Parts of a report. */
export interface ReplayResults extends Pick<ReplayReport, "name" | "from" | "repeat"> {
  readonly runs: readonly Omit<ReplayedRun, "start">[];
  /** Names of the variants, the base first. */
  readonly variants: readonly string[];
  readonly made: readonly MadeReplay[];
}

/** The figures of all variants. */
export function replayReport({ from, made, name, repeat, runs, variants }: ReplayResults): ReplayReport {
  const madeOf = (variant: string): readonly MadeReplay[] => made.filter((each) => each.variant === variant);
  const [base = ""] = variants;
  return {
    format: "langgraph-rollback/replays",
    version: 1,
    name,
    from,
    repeat,
    confidence: CONFIDENCE,
    runs: runs.map(({ attempt, baseline, run, steps, thread }) => ({
      thread,
      run,
      attempt,
      steps,
      start: made.find((each) => each.thread === thread)?.start ?? from,
      baseline,
    })),
    variants: variants.map((variant) => ({
      ...variantFigures(variant, madeOf(variant)),
      againstBase: variant === base ? null : (againstBase(madeOf(base), madeOf(variant)) ?? null),
    })),
  };
}
