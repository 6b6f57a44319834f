import {
  createTeamGraph,
  simulatedSolver,
  teamInput,
  type TeamMistake,
  verifyAnswer,
} from "@langgraph-rollback/example-gsm8k-team/team";
import {
  createMistakeLedger,
  loadProblems,
  type SimulationRates,
} from "@langgraph-rollback/example-simulation";

import { countedModel } from "./counted-model.ts";
import { type ModelChoice, SIMULATED } from "./model-choice.ts";
import { systemOf } from "./system-of.ts";
import type { System } from "./system.ts";
import { problemsById } from "./task-problem.ts";

/** The team of examples/gsm8k-team: planner, solver, checker, answerer. */
export async function teamSystem(
  rates: Partial<SimulationRates> = {},
  asking: ModelChoice = SIMULATED,
): Promise<System> {
  const problems = await loadProblems();
  const problemOf = problemsById(problems);
  const ledger = createMistakeLedger<TeamMistake>();
  const { model, tokens } = countedModel(
    asking(simulatedSolver({ problems, rates, onMistake: ledger.record })),
  );
  return systemOf({
    name: "team",
    problems: problems.map(({ id }) => id),
    tokens,
    graph: (checkpointer) => createTeamGraph(model, checkpointer),
    input: (task) => teamInput(problemOf(task), task.seed),
    invoke: (graph, input, config) => graph.invoke(input, config),
    verify: verifyAnswer(problems),
    mistakeOf: ({ problem, seed }) => ledger.firstMistake(problem, seed, ({ step }) => step)?.step,
  });
}
