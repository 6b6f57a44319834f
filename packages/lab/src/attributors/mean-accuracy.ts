import { meanAndStd } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { Accuracy } from "./finding-metrics.ts";

/** A method's figures over several runs. */
export interface MeanAccuracy {
  readonly accuracy: Accuracy;
  /** Standard deviation between runs, divided by one less than their number; absent for a single run. */
  readonly std?: Accuracy;
}

/** @param runs at least one */
export function meanAccuracy(runs: readonly Accuracy[]): MeanAccuracy {
  const [first] = runs;
  if (first === undefined) throw new RangeError("Expected at least one run, got none.");
  if (runs.length === 1) return { accuracy: first };
  const over = (of: (figures: { readonly mean: number; readonly std: number }) => number): Accuracy => {
    const figure = (each: (accuracy: Accuracy) => number) => of(meanAndStd(runs.map(each)));
    return {
      agent: figure(({ agent }) => agent),
      step: figure(({ step }) => step),
      within: first.within.map((_, index) => figure(({ within }) => within[index] ?? Number.NaN)),
      auroc: figure(({ auroc }) => auroc),
      auprc: figure(({ auprc }) => auprc),
    };
  };
  const sample = Math.sqrt(runs.length / (runs.length - 1));
  return { accuracy: over(({ mean }) => mean), std: over(({ std }) => std * sample) };
}
