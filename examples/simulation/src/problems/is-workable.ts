import { evaluate, numbersIn, parseWorking } from "./arithmetic.ts";
import { type PlanPart, rightPlan, workingOf } from "./plan.ts";
import type { Problem } from "./problem.ts";

/**
 * Whether the annotation says without doubt how the answer comes about: every calculation is spelt out, exact and
 * without brackets, what depends on what is unambiguous, and a wrong result anywhere reaches the answer. The problems in
 * `data/` were chosen by this.
 */
export function isWorkable(problem: Problem): boolean {
  const plan = rightPlan(problem);
  if (plan === undefined || !textsAreClear(problem, plan)) return false;
  return (
    everyCalculationHolds(problem) && dependenciesAreClear(problem) && everyErrorReachesTheAnswer(problem)
  );
}

/** Short, told apart from each other, and silent about results that are still to be worked out. */
function textsAreClear({ chain }: Problem, plan: readonly PlanPart[]): boolean {
  const results = new Set(chain.map(({ result }) => result));
  const clear = plan.every(
    ({ text }) =>
      text.length <= 120 &&
      !/[()=]/.test(text) &&
      text.split("?").length === 2 &&
      !numbersIn(text).some((n) => results.has(n)),
  );
  return clear && new Set(plan.map(({ text }) => text)).size === plan.length;
}

function everyCalculationHolds({ chain, answer }: Problem): boolean {
  const holds = chain.every(({ expr, result }) => {
    const working = parseWorking(expr);
    return (
      working !== undefined && working.operators.length > 0 && evaluate(working) === result && result > 0
    );
  });
  return holds && chain.at(-1)?.result === answer;
}

/** A result that equals another one, or a number of the question, could be either. */
function dependenciesAreClear({ question, chain }: Problem): boolean {
  const given = new Set(numbersIn(question));
  const results = chain.map(({ result }) => result);
  return new Set(results).size === results.length && results.every((result) => !given.has(result));
}

function everyErrorReachesTheAnswer(problem: Problem): boolean {
  return problem.chain.every((_, wrong) => answerWith(problem, wrong) !== problem.answer);
}

function answerWith(problem: Problem, wrong: number): number | undefined {
  const results: number[] = [];
  for (const [index, part] of (rightPlan(problem) ?? []).entries()) {
    const value = evaluate(workingOf(problem, part, results));
    results.push(index === wrong ? value + 1 : value);
  }
  return results.at(-1);
}
