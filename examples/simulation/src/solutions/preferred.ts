import { type Draw, pick } from "../mistakes/seeded-draw.ts";
import type { SimulationRates } from "../mistakes/simulation-rates.ts";
import type { Solution } from "./solution.ts";

/**
 * The solution that a reader of several continues with. If all give the same answer, the first one. Else the reader is now and then persuaded by the rarest
 * answer. If it is not, it looks closer and doubts some, by the rates at which a checker remarks on wrong and right work. Of those that are not doubted it
 * takes one with the commonest answer. A draw decides ties.
 */
export function preferred(
  solutions: readonly Solution[],
  rates: SimulationRates,
  draw: Draw,
): Solution | undefined {
  if (new Set(solutions.map(({ answer }) => answer)).size <= 1) return solutions[0];
  if (draw("persuaded") < rates.persuaded) return oneOf(solutions, answersGivenBy(Math.min, solutions), draw);
  const trusted = solutions.filter((solution, at) => !isDoubted(solution, rates, () => draw(`doubt ${at}`)));
  const left = trusted.length > 0 ? trusted : solutions;
  return oneOf(left, answersGivenBy(Math.max, left), draw);
}

function oneOf(solutions: readonly Solution[], answers: readonly number[], draw: Draw): Solution | undefined {
  const answer = pick(answers, draw, "which answer");
  return solutions.find((solution) => solution.answer === answer);
}

/** Solutions in the order in which a judge ranks them: those that it doubts come last, otherwise as they came. */
export function ranked(
  solutions: readonly Solution[],
  rates: SimulationRates,
  draw: Draw,
): readonly Solution[] {
  const doubted = new Set(
    solutions.filter((solution, at) => isDoubted(solution, rates, () => draw(`doubt ${at}`))),
  );
  return [...solutions.filter((solution) => !doubted.has(solution)), ...doubted];
}

function isDoubted({ answer, problem }: Solution, rates: SimulationRates, draw: () => number): boolean {
  return draw() < (answer === problem.answer ? rates.remarkRight : rates.remarkWrong);
}

/** The answers that the most, or the fewest, of some solutions give. */
function answersGivenBy(
  extreme: (...counts: number[]) => number,
  solutions: readonly Solution[],
): readonly number[] {
  const counts = new Map<number, number>();
  for (const { answer } of solutions) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const wanted = extreme(...counts.values());
  return [...counts].flatMap(([answer, count]) => (count === wanted ? [answer] : []));
}
