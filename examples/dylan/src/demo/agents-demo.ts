import {
  checkModel,
  chooseModel,
  type Environment,
  loadProblems,
  plantedFaultNote,
  trialTable,
  type TrialTask,
  tryRollback,
} from "@langgraph-rollback/example-simulation";
import { pilotRuns } from "langgraph-rollback/pilot";
import { plantFaults } from "langgraph-rollback/faults";
import { PERSUADED, simulatedAgents } from "../simulated/simulated-agents.ts";
import { dylanGraph } from "../team/dylan-graph.ts";
import { dylanInput } from "../team/dylan-input.ts";
import { verifyAgreedAnswer } from "../team/verify-agreed-answer.ts";

/** A real model costs money, so it makes far fewer runs. Simulated agents seldom fail together, so that they run more often. */
const SIZES = {
  simulated: { plant: 200, fresh: 200 },
  real: { plant: 12, fresh: 6 },
};

/** Of the division of the problems, and of the runs. */
const SEED = 1;

/** Runs four agents for three rounds, and tells how they did. */
export async function agentsDemo(env: Environment, say: (text: string) => void): Promise<void> {
  const problems = await loadProblems();
  const chosen = chooseModel(env, () => simulatedAgents({ problems, rates: { persuaded: PERSUADED } }));
  const { model, name, simulated } = chosen;
  await checkModel(chosen);
  const size = simulated ? SIZES.simulated : SIZES.real;
  const graph = dylanGraph({ model });
  const verify = verifyAgreedAnswer(problems);
  const tasksOn = (tasks: readonly TrialTask[]) =>
    tasks.map(({ id, problem, seed }) => ({ id, input: dylanInput(problem, seed) }));
  say(`DyLAN: four agents for up to three rounds, with and without rollback, ${size.fresh} runs (${name}):`);
  const trial = await tryRollback(
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
  say(trialTable(trial));
  say("Done.");
}
