import {
  DEFAULT_RATES,
  type MadeMistake,
  preferred,
  type Problem,
  readAssignment,
  readSolution,
  revise,
  SimulatedModel,
  type SimulatedReply,
  type SimulationRates,
  solve,
  styleOf,
  type Worker,
  workOn,
} from "@langgraph-rollback/example-simulation";
import { rankerTurn } from "./ranker-turn.ts";

/**
 * How often an agent takes up the rarest of the answers that it reads, where they differ. Without it, three right agents always outvote a wrong one.
 *
 * Measured over whole debates with one wrong agent, as the share of agents that gave up a right answer; here it is the rate of one reading.
 *
 * @see arXiv:2606.19826: 31 % for Llama-3.1-70B on hard problems of MATH
 */
export const PERSUADED = 0.31;

export interface SimulatedAgentsOptions {
  readonly problems: readonly Problem[];
  readonly rates?: Partial<SimulationRates>;
  /** Told of every mistake as it is made; for evaluation only. */
  readonly onMistake?: (mistake: MadeMistake) => void;
  /** Piece of work (`MadeMistake.turn`) that is done right, to see what a mistake in it decides. */
  readonly withoutMistakeIn?: string;
}

/** A simulated chat model that plays the agents and the ranker from the annotated solutions of the problems, with mistakes. */
export function simulatedAgents(options: SimulatedAgentsOptions): SimulatedModel {
  const { withoutMistakeIn } = options;
  const rates = { ...DEFAULT_RATES, ...options.rates };
  return new SimulatedModel({
    onMistake: options.onMistake,
    reply: (messages, seed) =>
      respond({
        assignment: readAssignment(messages, options.problems),
        seed,
        rates,
        withoutMistakeIn,
      }),
  });
}

function respond(called: Omit<Worker, "read">): SimulatedReply {
  const { assignment, rates } = called;
  const { heard, problem, role } = assignment;
  const read = heard.map((each) => ({ ...each, solution: readSolution(problem, each.text) }));
  const solutions = read.map(({ solution }) => solution);
  const worker: Worker = {
    ...called,
    read: solutions.flatMap(({ results, answer }) => [...results, answer]),
  };
  if (role === "ranker") return workOn(worker, rankerTurn(read, rates, styleOf(worker)));
  const solution = preferred(solutions, rates, styleOf(worker));
  return solution === undefined ? solve(worker) : revise(worker, solution);
}
