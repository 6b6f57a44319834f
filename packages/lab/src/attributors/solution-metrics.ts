/** A right or wrong solution, and a method's verdict on it. */
export interface JudgedSolution {
  /** Number of steps. */
  readonly length: number;
  /** First wrong step, 0-based; absent if the solution is right. */
  readonly wrong?: number | undefined;
  /** Step that the method calls wrong, 0-based; absent if it finds no fault. */
  readonly named?: number | undefined;
  /** Whether the method gave a usable answer. */
  readonly answered: boolean;
}

/** How well a method tells right solutions from wrong ones, and right steps from the first wrong one. All in [0, 1]. */
export interface SolutionMetrics {
  /** Share of the solutions that are called what they are. */
  readonly solutionAccuracy: number;
  /** Mean of the F1 of finding wrong solutions and the F1 of finding right ones. */
  readonly solutionF1: number;
  /** Share of the solutions whose first wrong step is named exactly, or no step if they are right. */
  readonly stepAccuracy: number;
  /** Mean of the F1 of finding wrong steps and the F1 of finding right ones, over the steps that are judged. */
  readonly stepF1: number;
}

/** How often members of a class were found, and how often others were classed with them. */
interface Counts {
  readonly size: number;
  readonly found: number;
}

/**
 * RAFFLES' accuracy and F1 over right and wrong solutions, by ReasonEval's definitions.
 *
 * Steps up to the first wrong one are judged, of a right solution all. A step is found right if it stands before the step that
 * the method names, and found wrong if the method names it. A step after the named one is neither: it counts as mistaken for
 * the other class. So does every step, and the solution, where the method gave no usable answer.
 *
 * @param judged both right and wrong solutions; NaN stands for an F1 without any of its class
 * @see arXiv:2509.06822, appendices B and C; arXiv:2404.05692 for the definitions
 */
export function solutionMetrics(judged: readonly JudgedSolution[]): SolutionMetrics {
  const share = (is: (one: JudgedSolution) => boolean) => judged.filter(is).length / judged.length;
  const [right, wrong] = [judged.filter(isRight), judged.filter((one) => !isRight(one))];
  const steps = judged.map(stepsOf);
  const total = (of: (one: JudgedSteps) => number) => steps.reduce((sum, one) => sum + of(one), 0);
  return {
    solutionAccuracy: share((one) => one.answered && isRight(one) === (one.named === undefined)),
    solutionF1: macroF1(
      { size: right.length, found: right.filter((one) => one.answered && one.named === undefined).length },
      { size: wrong.length, found: wrong.filter((one) => one.answered && one.named !== undefined).length },
    ),
    stepAccuracy: share((one) => one.answered && one.named === one.wrong),
    stepF1: macroF1(
      { size: total(({ right: { size } }) => size), found: total(({ right: { found } }) => found) },
      { size: total(({ wrong: { size } }) => size), found: total(({ wrong: { found } }) => found) },
    ),
  };
}

function isRight({ wrong }: JudgedSolution): boolean {
  return wrong === undefined;
}

interface JudgedSteps {
  readonly right: Counts;
  readonly wrong: Counts;
}

function stepsOf({ answered, length, named, wrong }: JudgedSolution): JudgedSteps {
  const before = wrong ?? length;
  const found = answered ? Math.min(before, named ?? length) : 0;
  const hit = answered && wrong !== undefined && named === wrong;
  return {
    right: { size: before, found },
    wrong: { size: wrong === undefined ? 0 : 1, found: hit ? 1 : 0 },
  };
}

function macroF1(one: Counts, other: Counts): number {
  return (f1(one, other) + f1(other, one)) / 2;
}

/** F1 of a class: 2 tp / (2 tp + fn + fp). A missing answer counts as the other class. */
function f1({ found, size }: Counts, other: Counts): number {
  return (2 * found) / (size + found + (other.size - other.found));
}
