/** Figures that RAFFLES' authors report over right and wrong solutions, in percent. Never ours. */
export interface PublishedSolutions {
  /** Part of ReasonEval. */
  readonly set: string;
  /** Model, and the paper's K where it is not 2; "judge" is one call of the judge alone. */
  readonly by: string;
  readonly solutionAccuracy?: number;
  readonly solutionF1?: number;
  readonly stepAccuracy?: number;
  readonly stepF1?: number;
}

const SETS = ["MR-MATH-Invalid", "MR-GSM8K-Original", "MR-GSM8K-Reversed"] as const;
type Three = readonly [math: number, original: number, reversed: number];

/** Tables 2 and 10, with K = 2. Step accuracy is missing for a model that table 2 leaves out. */
function byModel(
  by: string,
  solutionF1: Three,
  stepF1: Three,
  stepAccuracy?: Three,
): readonly PublishedSolutions[] {
  return SETS.map((set, at) => ({
    set,
    by,
    ...figure("solutionF1", solutionF1[at]),
    ...figure("stepF1", stepF1[at]),
    ...figure("stepAccuracy", stepAccuracy?.[at]),
  }));
}

function figure<Name extends string>(
  name: Name,
  value: number | undefined,
): { readonly [Key in Name]?: number } {
  const named: { [Key in Name]?: number } = {};
  if (value !== undefined) named[name] = value;
  return named;
}

type Four = readonly [solutionAccuracy: number, stepAccuracy: number, solutionF1: number, stepF1: number];

/** Table 13, with Claude Sonnet 4. */
function byRounds(set: string, rows: Readonly<Record<string, Four>>): readonly PublishedSolutions[] {
  return Object.entries(rows).map(([rounds, [solutionAccuracy, stepAccuracy, solutionF1, stepF1]]) => ({
    set,
    by: `Claude Sonnet 4, ${rounds}`,
    solutionAccuracy,
    stepAccuracy,
    solutionF1,
    stepF1,
  }));
}

/**
 * RAFFLES on ReasonEval (arXiv:2509.06822, tables 2, 10 and 13). Step accuracy is over all solutions, right and wrong: the
 * percentages of table 2 are whole numbers of 159 solutions, not of the 83 that the text names. Figures that table 10
 * quotes of other papers are left out, and so is "All" of table 13, which sums up its three parts.
 */
export const PUBLISHED_SOLUTIONS: readonly PublishedSolutions[] = [
  ...byModel("Claude Sonnet 4", [92.4, 95.1, 91.7], [86.7, 82.3, 70.7], [84.91, 83.78, 75.28]),
  ...byModel("Llama 3.3 70B", [84.3, 89.8, 84.2], [75.7, 76.9, 65.2], [68.55, 76.02, 61.95]),
  ...byModel("Mixtral 8x22B", [73.3, 72.2, 71], [64.2, 59.7, 54.1]),
  ...byModel("gpt-oss-20b", [89.3, 95.5, 93.7], [79.8, 84.2, 73.1], [84.91, 85.12, 77.41]),
  ...byRounds("MR-GSM8K-Original", {
    judge: [87.8, 75.46, 87.8, 72.38],
    "K 0": [94.36, 82.65, 94.34, 79.34],
    "K 1": [95.13, 83, 95.13, 81.58],
    "K 2": [95.06, 83.78, 95.06, 82.29],
  }),
  ...byRounds("MR-GSM8K-Reversed", {
    judge: [85.65, 67.77, 85.35, 61.73],
    "K 0": [87.86, 70.42, 87.46, 64.39],
    "K 1": [91.61, 74.83, 91.49, 70.2],
    "K 2": [91.83, 75.28, 91.71, 70.7],
  }),
  ...byRounds("MR-GSM8K-POT", {
    judge: [81.08, 64.86, 80.63, 67.12],
    "K 0": [86.94, 72.97, 86.82, 74.67],
    "K 1": [94.14, 80.18, 94.14, 83.84],
    "K 2": [95.95, 83.33, 95.94, 86.2],
  }),
];
