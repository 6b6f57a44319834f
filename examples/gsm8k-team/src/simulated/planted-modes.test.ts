import { loadProblems, type MadeMistake } from "@langgraph-rollback/example-simulation";
import { FAILURE_MODES, plantFaults } from "langgraph-rollback/faults";
import { expect, test } from "vitest";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { verifyAnswer } from "../team/verify-answer.ts";
import { simulatedSolver } from "./simulated-solver.ts";

const problems = await loadProblems();

test.each(FAILURE_MODES)("the simulated model obeys a note with the failure mode $name", async ({ name }) => {
  const made: MadeMistake[] = [];
  const model = simulatedSolver({
    problems,
    rates: { error: 0 },
    onMistake: (mistake) => made.push(mistake),
  });
  const tasks = problems.slice(0, 8).map((problem) => ({ id: problem.id, input: teamInput(problem, 1) }));
  const labelled: string[] = [];
  for await (const run of plantFaults(createTeamGraph(model), tasks, {
    seed: 1,
    verify: verifyAnswer(problems),
    fault: name,
  }))
    if (run.status === "labelled") labelled.push(run.trajectory.label.reason ?? "");
  expect(made.map(({ cause }) => cause)).toEqual(Array.from(made, () => "planted"));
  expect(labelled.length).toBeGreaterThanOrEqual(4);
  expect(new Set(labelled)).toEqual(new Set([name]));
});
