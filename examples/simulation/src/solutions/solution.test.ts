import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { DEFAULT_RATES } from "../mistakes/simulation-rates.ts";
import { evaluate } from "../problems/arithmetic.ts";
import { plantedFaultNote } from "../mistakes/planted-fault.ts";
import { loadProblems } from "../problems/load-problems.ts";
import type { Problem } from "../problems/problem.ts";
import { readAssignment } from "./assignment.ts";
import { corrected, readCorrection, readSolution, solutionText } from "./solution.ts";
import { solve } from "./solve.ts";

const problems = await loadProblems();

function solveAlone(problem: Problem, seed: number, error: number, notes: readonly string[] = []) {
  const messages = [
    new SystemMessage("You are the actor."),
    ...[problem.question, ...notes, "It is your turn, actor-1."].map((text) => new HumanMessage(text)),
  ];
  const assignment = readAssignment(messages, problems);
  return solve({ assignment, seed, rates: { ...DEFAULT_RATES, error }, read: [] });
}

test("a whole solution reads back with its plan, its figures and its answer", () => {
  for (const problem of problems) {
    const { content, mistakes } = solveAlone(problem, 1, 0);
    const solution = readSolution(problem, content);
    expect(mistakes).toEqual([]);
    expect(solution.plan).toHaveLength(problem.chain.length);
    expect(solution.results).toEqual(problem.chain.map(({ result }) => result));
    expect(solution.answer).toBe(problem.answer);
  }
});

test("a solution that is passed on has the same figures, also where they are wrong", () => {
  for (const problem of problems) {
    const solution = readSolution(problem, solveAlone(problem, 2, 0.3).content);
    const { plan, results, answer } = readSolution(problem, solutionText(solution));
    expect({ plan, results, answer }).toEqual({
      plan: solution.plan,
      results: solution.results,
      answer: solution.answer,
    });
  }
});

test("a correction changes its part, what depends on it, and the answer", () => {
  for (const problem of problems) {
    const solution = readSolution(problem, solveAlone(problem, 1, 0).content);
    const first = solution.claims[0] ?? expect.fail();
    const working = { ...first.working, operands: first.working.operands.map((operand) => operand + 1) };
    const changed = corrected(solution, { at: 0, claim: { working, value: evaluate(working) } });
    expect(changed.results[0]).toBe(evaluate(working));
    expect(changed.answer).toBe(changed.results.at(-1));
    expect(changed.results).toHaveLength(solution.results.length);
  }
});

test("reads a critic's correction, and none where all may stay", () => {
  expect(readCorrection("Part 3 does not hold, I make it 1350/2 = 675. Final figure: 7975")).toEqual({
    at: 2,
    claim: { working: { operands: [1350, 2], operators: ["/"] }, value: 675 },
  });
  expect(
    readCorrection("I went through the parts: 1, 2. They fit together. Final figure: 2"),
  ).toBeUndefined();
});

test("each piece of a solution errs at the rate of a step", () => {
  const error = 0.05;
  let [made, pieces] = [0, 0];
  for (let seed = 0; seed < 10; seed += 1)
    for (const problem of problems) {
      const { mistakes } = solveAlone(problem, seed, error);
      made += mistakes.length;
      // A plan that leaves a part out has fewer pieces; there are few of them.
      pieces += problem.chain.length + 2;
    }
  expect(Math.abs(made / pieces - error)).toBeLessThan(4 * Math.sqrt((error * (1 - error)) / pieces));
});

test("a planted fault is made once, and in any piece", () => {
  const turns = problems.map((problem, at) => {
    const { mistakes } = solveAlone(problem, 1, 0.5, [plantedFaultNote(at)]);
    expect(mistakes.length).toBeLessThanOrEqual(1);
    expect(mistakes.every(({ cause }) => cause === "planted")).toBe(true);
    return mistakes[0]?.turn.replace(/\d+$/, "");
  });
  expect(new Set(turns)).toEqual(new Set(["actor-1: planner", "actor-1: solver ", "actor-1: answerer"]));
});
