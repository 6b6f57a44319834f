import { clopperPearson, type ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";
import { bootstrapInterval } from "@langgraph-rollback/attribution/conformal/evaluation";
import { accuracyOf, type Judged, rightAgent, rightStep } from "./finding-metrics.ts";

/** 95 % intervals over trajectories. */
export interface AccuracyIntervals {
  /** Clopper-Pearson of a single run; the bootstrap by trajectory of the mean over several runs. */
  readonly agent?: ConfidenceInterval;
  readonly step?: ConfidenceInterval;
  /** Bootstrap by trajectory. Absent if every trajectory has one step. */
  readonly auroc?: ConfidenceInterval;
  readonly auprc?: ConfidenceInterval;
}

/**
 * Intervals of a method's figures.
 *
 * @param runs what it judged, run by run, in the same order of trajectories
 * @param seed decides the bootstrap's draws
 */
export function accuracyIntervals(runs: readonly (readonly Judged[])[], seed: number): AccuracyIntervals {
  const [first = []] = runs;
  const means = (of: (one: Judged) => number): readonly number[] =>
    first.map((_, index) =>
      mean(runs.map((run) => (run[index] === undefined ? Number.NaN : of(run[index])))),
    );
  const share = (is: (one: Judged) => boolean) =>
    runs.length === 1
      ? clopperPearson(first.filter(is).length, first.length)
      : bootstrapInterval(
          means((one) => Number(is(one))),
          seed,
        );
  return defined({
    agent: share(rightAgent),
    step: share(rightStep),
    auroc: bootstrapInterval(
      means((one) => accuracyOf([one]).auroc),
      seed,
    ),
    auprc: bootstrapInterval(
      means((one) => accuracyOf([one]).auprc),
      seed,
    ),
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

type Named = "agent" | "step" | "auroc" | "auprc";

function defined(found: Readonly<Record<Named, ConfidenceInterval | undefined>>): AccuracyIntervals {
  const { agent, auprc, auroc, step } = found;
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(step === undefined ? {} : { step }),
    ...(auroc === undefined ? {} : { auroc }),
    ...(auprc === undefined ? {} : { auprc }),
  };
}
