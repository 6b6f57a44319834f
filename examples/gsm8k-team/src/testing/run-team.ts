import {
  type Problem,
  type SimulationRates,
  createMistakeLedger,
} from "@langgraph-rollback/example-simulation";
import type { TeamMistake } from "../simulated/respond.ts";
import { simulatedSolver } from "../simulated/simulated-solver.ts";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { verifyAnswer } from "../team/verify-answer.ts";

interface TeamRun {
  readonly problem: Problem;
  readonly seed: number;
  readonly ok: boolean;
  /** The agents' messages, in order. */
  readonly texts: readonly string[];
  readonly names: readonly (string | undefined)[];
  readonly first: TeamMistake | undefined;
}

/** Runs the simulated team once on a problem, with no checkpointer. */
export async function runTeam(
  problem: Problem,
  seed: number,
  rates: Partial<SimulationRates> = {},
): Promise<TeamRun> {
  const ledger = createMistakeLedger<TeamMistake>();
  const model = simulatedSolver({ problems: [problem], rates, onMistake: ledger.record });
  const output = await createTeamGraph(model).invoke(teamInput(problem, seed));
  const said = output.messages.slice(1);
  return {
    problem,
    seed,
    ok: verifyAnswer([problem])({ output }).ok,
    texts: said.map(({ text }) => text),
    names: said.map(({ name }) => name),
    first: ledger.firstMistake(problem.id, seed, ({ step }) => step),
  };
}
