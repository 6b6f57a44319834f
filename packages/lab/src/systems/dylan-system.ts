import {
  dylanGraph,
  dylanInput,
  PERSUADED,
  simulatedAgents,
  verifyAgreedAnswer,
} from "@langgraph-rollback/example-dylan";
import {
  createMistakeLedger,
  loadProblems,
  type MadeMistake,
  type SimulationRates,
} from "@langgraph-rollback/example-simulation";

import { countedModel } from "./counted-model.ts";
import { type ModelChoice, SIMULATED } from "./model-choice.ts";
import { systemOf } from "./system-of.ts";
import type { System } from "./system.ts";
import { problemsById } from "./task-problem.ts";

/** Three rounds: four agents and the look for a consensus, twice; then the ranking's two steps, two agents and the last look. */
const LONGEST_RUN = 15;

/** DyLAN as in the code that plants the first paper's faults: four agents, three rounds. */
export async function dylanSystem(
  rates: Partial<SimulationRates> = {},
  asking: ModelChoice = SIMULATED,
): Promise<System> {
  const problems = await loadProblems();
  const problemOf = problemsById(problems);
  const ledger = createMistakeLedger<MadeMistake>();
  const { model, tokens } = countedModel(
    asking(
      simulatedAgents({
        problems,
        rates: { persuaded: PERSUADED, ...rates },
        onMistake: ledger.record,
      }),
    ),
  );
  return systemOf({
    name: "DyLAN",
    problems: problems.map(({ id }) => id),
    tokens,
    longestRun: LONGEST_RUN,
    graph: (checkpointer) => dylanGraph({ model, ...(checkpointer && { checkpointer }) }),
    input: (task) => dylanInput(problemOf(task), task.seed),
    invoke: (graph, input, config) => graph.invoke(input, config),
    verify: verifyAgreedAnswer(problems),
    // The node that looks for a consensus asks no model.
    isWork: (node) => node === "agent",
    mistakeOf: () => undefined,
  });
}
