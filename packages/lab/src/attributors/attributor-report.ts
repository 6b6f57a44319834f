import type { EnsembleMember } from "@langgraph-rollback/attribution";
import type { Evaluation } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import type { Costs } from "./finding-costs.ts";
import type { FindingBreakdown } from "./finding-breakdown.ts";
import type { FindingRecord } from "./finding-record.ts";
import type { Accuracy } from "./finding-metrics.ts";
import type { AccuracyIntervals } from "./accuracy-intervals.ts";
import type { SolutionFigures } from "./judged-solutions.ts";
import type { MeanAccuracy } from "./mean-accuracy.ts";
import type { ModelSource } from "./opened-model.ts";
import type { Comparison } from "./paired-tests.ts";
import type { PublishedFigure } from "./published-figure.ts";

/** Figures of some trajectories. */
export interface GroupResult extends MeanAccuracy, FindingBreakdown {
  /** `null` for all of them. */
  readonly group: string | null;
  readonly n: number;
  readonly intervals: AccuracyIntervals;
  /** Over labelled trajectories and those that went right; absent without the latter. */
  readonly solutions?: SolutionFigures;
  readonly costs: Costs;
}

/** Worth of a method's sets, over random even splits of the trajectories. */
export interface SetFigures {
  /** How many fit, calibrate and are predicted. */
  readonly fitted: number;
  readonly calibrated: number;
  readonly tested: number;
  readonly evaluation: Evaluation;
}

/** Measures the sets of a scorer, as it is or learnt in each split; nothing where there are too few failures. */
export type MeasureSets = (
  scorer: EnsembleMember,
  labelled: readonly LabelledTrajectory[],
  name: string,
) => Promise<SetFigures | undefined>;

/** Results of one method in one setting. */
export interface AttributorResult {
  readonly name: string;
  readonly fingerprint: string;
  /** Whether it was told the right answer, where the data has it. */
  readonly withTruth: boolean;
  readonly groups: readonly GroupResult[];
  /** Absent where there are too few failures for two halves. */
  readonly sets?: SetFigures;
  /** Problems with single answers. */
  readonly problems: readonly { readonly id: string; readonly problem: string }[];
  /** Its findings about each trajectory, run by run. */
  readonly findings: readonly FindingRecord[];
}

/** An evaluation of methods, before it is written down. */
export interface AttributorReport {
  readonly source: ModelSource;
  readonly n: number;
  /** How many trajectories come with the right answer. */
  readonly withTruthKnown: number;
  /** How many trajectories went right, in which methods are to find no fault. */
  readonly right: number;
  readonly seed: number;
  /** How often each method judged all. */
  readonly repeat: number;
  /** Settings other than the default ones, as `raffles.rounds=3`; absent without any. */
  readonly settings?: readonly string[];
  readonly results: readonly AttributorResult[];
  /** Accuracy of blaming by chance, on average. */
  readonly chance: readonly {
    readonly group: string | null;
    readonly n: number;
    readonly accuracy: Accuracy;
    /** Accuracy of naming an agent by chance, of the trajectory's agents all alike. */
    readonly agentOfAgents: number;
    /** The same, with every role as it is written counted as an agent of its own. */
    readonly agentOfRoles: number;
    /** Accuracy of rules of thumb; those that are among the methods are left out. */
    readonly baselines: readonly { readonly name: string; readonly accuracy: Accuracy }[];
    /** Figures of finding no fault, and of blaming the first step, over right and wrong trajectories. */
    readonly solutions: readonly { readonly name: string; readonly figures: SolutionFigures }[];
  }[];
  /** Every two methods of a group, in one setting; of the first run. */
  readonly comparisons: readonly (Comparison & { readonly group: string | null })[];
  /** Figures of others, on other data, with other models. */
  readonly published: readonly PublishedFigure[];
}
