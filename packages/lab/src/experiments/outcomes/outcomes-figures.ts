import { type Figure, overGroups } from "../figure.ts";
import { ARMS, type ArmsLearnt } from "./learn-arms.ts";

/** AUROC of an arm by the number of failures that its scorer is fitted to. Errors are over draws of the failures. */
export interface ArmFigures {
  readonly arm: string;
  /** In the order of the sizes. */
  readonly auroc: readonly Figure[];
  /** Less the AUROC of true labels, in the same draws. */
  readonly toTruth: readonly Figure[];
}

/** Figures of one system. */
export interface OutcomesFigures {
  readonly system: string;
  readonly failures: number;
  readonly sizes: readonly number[];
  readonly arms: readonly ArmFigures[];
}

/** @param learnt shape [draws, sizes, arms] */
export function outcomesFigures(
  system: string,
  { failures, sizes }: { readonly failures: number; readonly sizes: readonly number[] },
  learnt: readonly ArmsLearnt[],
): OutcomesFigures {
  const over = (values: readonly number[]): Figure => overGroups(values, [...values.keys()]);
  const valuesOf = (size: number, arm: number): readonly number[] =>
    learnt.map((draw) => draw[size]?.[arm] ?? Number.NaN);
  return {
    system,
    failures,
    sizes,
    arms: ARMS.map((arm, at) => ({
      arm,
      auroc: sizes.map((_, size) => over(valuesOf(size, at))),
      toTruth: sizes.map((_, size) => {
        const truth = valuesOf(size, 0);
        return over(valuesOf(size, at).map((value, draw) => value - (truth[draw] ?? 0)));
      }),
    })),
  };
}
