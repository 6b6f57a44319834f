import type { Evaluation } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { ScorerFigures, SplitSizes } from "./evaluation-report.ts";
import type { MarksOptions } from "./marks-options.ts";

/** Figures of one scorer. */
export interface MarksResult {
  /** A model's name, "position", or "all N together". */
  readonly name: string;
  /** Models whose opinions it weighs. */
  readonly models: readonly string[];
  /** Nothing is fitted where marks are read by the weights that ship. */
  readonly sizes: SplitSizes;
  readonly guarantee: "exact" | "approximate";
  readonly evaluation: Evaluation;
  readonly scorer: ScorerFigures;
}

/** An evaluation of recorded opinions, before it is written down. */
export interface MarksReport {
  readonly options: MarksOptions;
  /** Number of labelled trajectories. */
  readonly n: number;
  /** Number of different values of the field that splits go by. */
  readonly units?: number;
  readonly results: readonly MarksResult[];
}

/** The figures as JSON, ending in a line break. Equal options on equal data give equal text. */
export function marksJson({ options, results, ...report }: MarksReport): string {
  const { alpha, cross = false, group = null, seed, splitBy = null, splits } = options;
  const figures = {
    alpha,
    splits,
    seed,
    splitBy,
    group,
    cross,
    ...report,
    results: results.map(({ evaluation, guarantee, models, name, scorer, sizes }) => {
      const { band, level, methods } = evaluation;
      return { name, models, ...sizes, guarantee, scorer, level, band, methods };
    }),
  };
  return `${JSON.stringify(figures, undefined, 2)}\n`;
}
