import {
  dylanGraph,
  dylanInput,
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
import { systemOf } from "./system-of.ts";
import type { System } from "./system.ts";
import { problemsById } from "./task-problem.ts";

/** DyLAN as in the code that plants the first paper's faults: four agents, three rounds. */
export async function dylanSystem(rates: Partial<SimulationRates> = {}): Promise<System> {
  const problems = await loadProblems();
  const problemOf = problemsById(problems);
  const ledger = createMistakeLedger<MadeMistake>();
  const { model, tokens } = countedModel(simulatedAgents({ problems, rates, onMistake: ledger.record }));
  return systemOf({
    name: "DyLAN",
    problems: problems.map(({ id }) => id),
    tokens,
    graph: (checkpointer) => dylanGraph({ model, ...(checkpointer && { checkpointer }) }),
    input: (task) => dylanInput(problemOf(task), task.seed),
    invoke: (graph, input, config) => graph.invoke(input, config),
    verify: verifyAgreedAnswer(problems),
    // What looks for a consensus asks no model.
    isWork: (node) => node === "agent",
    mistakeOf: () => undefined,
  });
}
