import type { Mark } from "../scorers/step-scorer.ts";

/** The opinion of one judge, a language model or a person, on one failed run. */
export type Opinion =
  | {
      readonly kind: "marks";
      /** Of each step, shape [l]. */
      readonly steps: readonly Mark[];
      /** Of the run as a whole; absent without an opinion on it. */
      readonly run?: Mark;
    }
  | {
      readonly kind: "scores";
      /** Suspicion of each step, in [0, 1], shape [l]. */
      readonly steps: readonly number[];
    };

/** One run of an opinion file: the opinions on it, and what is known of it. */
export interface RecordedRun {
  /** Id of the trajectory. */
  readonly id: string;
  /** Number l of its steps. */
  readonly length: number;
  /** The opinions, by the judge's name. */
  readonly opinions: ReadonlyMap<string, Opinion>;
  /** Of people: 1 the run succeeded, -1 it failed, 0 undecided; absent if unknown. */
  readonly outcome?: Mark;
  /** People's opinion of each step, shape [l]. */
  readonly stepLabels?: readonly Mark[];
  /** In [0, l); absent where nobody has labelled it. */
  readonly decisiveStep?: number;
}

/** All opinions of one judge, by trajectory id. Runs without its opinion are left out. */
export function opinionsOf(runs: readonly RecordedRun[], judge: string): ReadonlyMap<string, Opinion> {
  return new Map(
    runs.flatMap(({ id, opinions }) => {
      const opinion = opinions.get(judge);
      return opinion === undefined ? [] : [[id, opinion] as const];
    }),
  );
}
