/** Figures that RAFFLES' authors report over right and wrong solutions, in percent. Never ours. */
export interface PublishedSolutions {
  /** Part of ReasonEval. */
  readonly set: string;
  readonly solutionAccuracy?: number;
  readonly solutionF1: number;
  readonly stepAccuracy: number;
  readonly stepF1: number;
}

/**
 * RAFFLES with Claude Sonnet 4 and K = 2 (arXiv:2509.06822, tables 2, 10 and 13). Step accuracy is over all solutions, right
 * and wrong: the percentages of table 2 are whole numbers of 159 solutions, not of the 83 that the text names.
 */
export const PUBLISHED_SOLUTIONS: readonly PublishedSolutions[] = [
  { set: "MR-MATH-Invalid", solutionF1: 92.4, stepAccuracy: 84.91, stepF1: 86.7 },
  {
    set: "MR-GSM8K-Original",
    solutionAccuracy: 95.06,
    solutionF1: 95.06,
    stepAccuracy: 83.78,
    stepF1: 82.29,
  },
  { set: "MR-GSM8K-Reversed", solutionAccuracy: 91.83, solutionF1: 91.71, stepAccuracy: 75.28, stepF1: 70.7 },
];
