import { type Claim, evaluate, findClaims } from "../problems/arithmetic.ts";
import { parsePlan, workingOf } from "../problems/plan.ts";
import type { Problem } from "../problems/problem.ts";
import { readAnswer } from "../problems/read-answer.ts";
import { planText } from "../turns/planner-turn.ts";
import { partText } from "../turns/solver-turn.ts";
import type { Work } from "../turns/work.ts";

/** A whole solution in one message: the plan, a line for each part, the answer. */
export interface Solution extends Work {
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly answer: number;
}

/** Another value for a part, 0-based. */
export interface Correction {
  readonly at: number;
  readonly claim: Claim;
}

export function readSolution(problem: Problem, text: string): Solution {
  const partTexts = text.split("\n").filter((line) => findClaims(line).length > 0);
  const claims = partTexts.flatMap((line) => findClaims(line).slice(-1));
  const results = claims.map(({ value }) => value);
  const answer = readAnswer(text) ?? results.at(-1) ?? 0;
  return { problem, plan: parsePlan(problem, text), text, partTexts, claims, results, answer };
}

/** The solution with one part put "right" and all later ones worked out again, by its own plan. */
export function corrected(solution: Solution, { at, claim }: Correction): Solution {
  const { plan, problem } = solution;
  const claims = [...solution.claims.slice(0, at), claim];
  for (const part of plan.slice(at + 1)) {
    const working = workingOf(
      problem,
      part,
      claims.map(({ value }) => value),
    );
    claims.push({ working, value: evaluate(working) });
  }
  return readSolution(
    problem,
    solutionText({ ...solution, claims, answer: claims.at(-1)?.value ?? solution.answer }),
  );
}

/** The solution in the words that its author would use. A text that has no plan stays as it is. */
export function solutionText({ plan, problem, claims, answer, text }: Solution): string {
  if (plan.length === 0) return text;
  const parts = plan.flatMap((part, at) => {
    const claim = claims[at];
    return claim === undefined ? [] : [partText(problem.id, at + 1, part.text, claim)];
  });
  return [planText(plan), ...parts, `ANSWER: ${answer}`].join("\n");
}

/** Change that a critic wants: "Part 3 does not hold, I make it 1350/2 = 675". Undefined if all may stay. */
export function readCorrection(text: string): Correction | undefined {
  const [, number, said] = /Part (\d+) does not hold, I make it (.+)/.exec(text) ?? [];
  const claim = findClaims(said ?? "")[0];
  return claim === undefined ? undefined : { at: Number(number) - 1, claim };
}
