import { holm, mcnemar, type PairedTest } from "@langgraph-rollback/attribution/conformal/evaluation";

/** Right answers of one method, by trajectory, in the order of the trajectories. */
export interface Rights {
  /** As it stands in tables. */
  readonly name: string;
  readonly agent: readonly boolean[];
  readonly step: readonly boolean[];
}

/** Two methods that judged the same trajectories. */
export interface Comparison {
  readonly first: string;
  readonly second: string;
  readonly agent: PairedTest;
  readonly step: PairedTest;
  /** p of `step`, adjusted by Holm for the number of comparisons. */
  readonly stepHolm: number;
}

/** Every two methods, compared by McNemar's exact test. */
export function pairedTests(methods: readonly Rights[]): readonly Comparison[] {
  const pairs = methods.flatMap((first, index) =>
    methods.slice(index + 1).map((second) => ({
      first: first.name,
      second: second.name,
      agent: mcnemar(first.agent, second.agent),
      step: mcnemar(first.step, second.step),
    })),
  );
  const adjusted = holm(pairs.map(({ step }) => step.p));
  return pairs.map((pair, index) => ({ ...pair, stepHolm: adjusted[index] ?? 1 }));
}
