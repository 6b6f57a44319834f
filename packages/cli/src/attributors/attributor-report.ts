import type { Costs } from "./finding-costs.ts";
import type { Accuracy } from "./finding-metrics.ts";
import type { ModelSource } from "./open-model.ts";
import type { PublishedFigure } from "./published-figures.ts";

/** Figures of some trajectories. */
export interface GroupResult {
  /** `null` for all of them. */
  readonly group: string | null;
  readonly n: number;
  readonly accuracy: Accuracy;
  readonly costs: Costs;
}

/** What one method did in one setting. */
export interface AttributorResult {
  readonly name: string;
  readonly fingerprint: string;
  /** Whether it was told the right answer, where the data has it. */
  readonly withTruth: boolean;
  readonly groups: readonly GroupResult[];
  /** What went wrong with single answers. */
  readonly problems: readonly { readonly id: string; readonly problem: string }[];
}

/** An evaluation of methods, before it is written down. */
export interface AttributorReport {
  readonly source: ModelSource;
  readonly n: number;
  /** How many trajectories come with the right answer. */
  readonly withTruthKnown: number;
  readonly seed: number;
  readonly results: readonly AttributorResult[];
  /** What blaming by chance gets, on average. */
  readonly chance: readonly {
    readonly group: string | null;
    readonly n: number;
    readonly accuracy: Accuracy;
  }[];
  /** Figures of others, on other data, with other models. */
  readonly published: readonly PublishedFigure[];
}
