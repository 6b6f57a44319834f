import type { Problem } from "../problems/problem.ts";
import { createMistakeLedger, type MadeMistake } from "../simulated/mistake-ledger.ts";
import { SimulatedSolver } from "../simulated/simulated-solver.ts";
import type { SimulationRates } from "../simulated/simulation-rates.ts";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { verifyAnswer } from "../team/verify-answer.ts";

interface TeamRun {
  readonly problem: Problem;
  readonly seed: number;
  readonly ok: boolean;
  /** What the agents said, in order. */
  readonly texts: readonly string[];
  readonly names: readonly (string | undefined)[];
  readonly first: MadeMistake | undefined;
}

/** Runs the simulated team once on a problem, with no checkpointer. */
export async function runTeam(
  problem: Problem,
  seed: number,
  rates: Partial<SimulationRates> = {},
): Promise<TeamRun> {
  const ledger = createMistakeLedger();
  const model = new SimulatedSolver({ problems: [problem], rates, onMistake: ledger.record });
  const output = await createTeamGraph(model).invoke(teamInput(problem, seed));
  const said = output.messages.slice(1);
  return {
    problem,
    seed,
    ok: verifyAnswer([problem])({ output }).ok,
    texts: said.map(({ text }) => text),
    names: said.map(({ name }) => name),
    first: ledger.firstMistake(problem.id, seed),
  };
}
