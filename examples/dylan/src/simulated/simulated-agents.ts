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
