import {
  checkModel,
  chooseModel,
  type Environment,
  loadProblems,
  plainTable,
  plantedFaultNote,
  type Problem,
  type SeededModel,
  share,
  trialTable,
  type TrialSize,
  type TrialTask,
  tryRollback,
} from "@langgraph-rollback/example-simulation";
import { pilotRuns } from "langgraph-rollback/pilot";
import { plantFaults } from "langgraph-rollback/faults";
import { macnetGraph } from "../network/macnet-graph.ts";
import { macnetInput } from "../network/macnet-input.ts";
import { verifyReport } from "../network/verify-report.ts";
import { simulatedNetwork } from "../simulated/simulated-network.ts";
import { TOPOLOGIES } from "../topologies/topology.ts";

/** A real model costs money, so it makes far fewer runs. */
const SIZES = {
  simulated: { bare: 30, plant: 80, fresh: 60 },
  real: { bare: 1, plant: 12, fresh: 6 },
};

/** Of the division of the problems, and of the runs. */
const SEED = 1;

/** Of the random network: here actor 4 makes one solution of two. */
const NETWORK_SEED = 2;

/** Runs networks of four actors, and tells how they did. */
export async function networkDemo(env: Environment, say: (text: string) => void): Promise<void> {
  const problems = await loadProblems();
  const chosen = chooseModel(env, () => simulatedNetwork({ problems }));
  const { model, name, simulated } = chosen;
  await checkModel(chosen);
  const size = simulated ? SIZES.simulated : SIZES.real;
  say(`MacNet: four actors in each topology, without rollback, on ${size.bare} problems (${name}):`);
  say(await topologyTable(model, problems, size.bare));
  say(`A random network with and without rollback, ${size.fresh} runs (${name}):`);
  say(trialTable(await tryNetwork(model, problems, size)));
  say("Done.");
}

async function topologyTable(
  model: SeededModel,
  problems: readonly Problem[],
  count: number,
): Promise<string> {
  const verify = verifyReport(problems);
  const table = plainTable(["topology", "steps a run", "right"]);
  for (const topology of TOPOLOGIES) {
    const graph = macnetGraph({ model, topology, agents: 4, seed: NETWORK_SEED });
    let [steps, right] = [0, 0];
    for (const problem of problems.slice(0, count)) {
      const output = await graph.invoke(macnetInput(problem, SEED));
      steps += output.artifacts.length + output.critiques.length;
      if (verify({ output }).ok) right += 1;
    }
    table.push([topology, (steps / count).toFixed(2), share(right, count)]);
  }
  return table.toString();
}

function tryNetwork(model: SeededModel, problems: readonly Problem[], size: TrialSize) {
  const graph = macnetGraph({ model, topology: "random", agents: 4, seed: NETWORK_SEED });
  const verify = verifyReport(problems);
  const tasksOn = (tasks: readonly TrialTask[]) =>
    tasks.map(({ id, problem, seed }) => ({ id, input: macnetInput(problem, seed) }));
  return tryRollback(
    problems,
    {
      plant: (tasks) =>
        plantFaults(graph, tasksOn(tasks), {
          seed: SEED,
          verify,
          fault: ({ seed }) => ({ note: plantedFaultNote(seed) }),
        }),
      pilot: (tasks, options) => pilotRuns(graph, tasksOn(tasks), { ...options, verify, truth: verify }),
    },
    size,
    SEED,
  );
}
