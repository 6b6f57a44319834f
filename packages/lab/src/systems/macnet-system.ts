import {
  macnetGraph,
  macnetInput,
  simulatedNetwork,
  type Topology,
  verifyReport,
} from "@langgraph-rollback/example-macnet";
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

/** Decides the edges of random networks: here actor 4 makes one solution of two. */
const NETWORK_SEED = 2;

/** MacNet, unless told as in the code that plants the first paper's faults: four actors in a random network. */
export async function macnetSystem(
  rates: Partial<SimulationRates> = {},
  asking: ModelChoice = SIMULATED,
  { topology = "random", agents = 4 }: { readonly topology?: Topology; readonly agents?: number } = {},
): Promise<System> {
  const problems = await loadProblems();
  const problemOf = problemsById(problems);
  const ledger = createMistakeLedger<MadeMistake>();
  const { model, tokens } = countedModel(
    asking(simulatedNetwork({ problems, rates, onMistake: ledger.record })),
  );
  return systemOf({
    name: "MacNet",
    problems: problems.map(({ id }) => id),
    tokens,
    graph: (checkpointer) =>
      macnetGraph({ model, topology, agents, seed: NETWORK_SEED, ...(checkpointer && { checkpointer }) }),
    input: (task) => macnetInput(problemOf(task), task.seed),
    invoke: (graph, input, config) => graph.invoke(input, config),
    verify: verifyReport(problems),
    mistakeOf: ({ problem, seed }, { steps }) => {
      const stepOf = ({ agent }: MadeMistake): number => steps.findIndex((step) => step.agent === agent);
      const made = ledger.firstMistake(problem, seed, stepOf);
      return made === undefined ? undefined : stepOf(made);
    },
  });
}
