import {
  answererTurn,
  type Assignment,
  checkerTurn,
  corrected,
  DEFAULT_RATES,
  type MadeMistake,
  preferred,
  type Problem,
  readAssignment,
  readCorrection,
  readSolution,
  revise,
  SimulatedModel,
  type SimulatedReply,
  type SimulationRates,
  type Solution,
  solve,
  styleOf,
  type Worker,
  workOn,
} from "@langgraph-rollback/example-simulation";

export interface SimulatedNetworkOptions {
  readonly problems: readonly Problem[];
  readonly rates?: Partial<SimulationRates>;
  /** Told of every mistake as it is made; for evaluation only. */
  readonly onMistake?: (mistake: MadeMistake) => void;
  /** Piece of work (`MadeMistake.turn`) that is done right, to see what a mistake in it decides. */
  readonly withoutMistakeIn?: string;
}

/** A simulated chat model that plays actors, critics and the answerer from the annotated solutions of the problems, with mistakes. */
export function simulatedNetwork(options: SimulatedNetworkOptions): SimulatedModel {
  const { withoutMistakeIn } = options;
  const rates = { ...DEFAULT_RATES, ...options.rates };
  return new SimulatedModel({
    onMistake: options.onMistake,
    reply: (messages, seed) =>
      respond({ assignment: readAssignment(messages, options.problems), seed, rates, withoutMistakeIn }),
  });
}

function respond(called: Omit<Worker, "read">): SimulatedReply {
  const { assignment, rates } = called;
  const solutions = solutionsIn(assignment);
  const read = solutions.flatMap(({ results, answer }) => [...results, answer]);
  const worker: Worker = { ...called, read };
  const solution = preferred(solutions, rates, styleOf(worker));
  if (solution === undefined) return solve(worker);
  if (assignment.role === "critic") return workOn(worker, checkerTurn(solution, rates, styleOf(worker)));
  if (assignment.role === "answerer")
    return workOn(worker, answererTurn(solution, `Final figure: ${solution.answer}`));
  return revise(worker, solution);
}

/** The solutions that an agent was given, each with its critic's demand. */
function solutionsIn({ agent, heard, problem }: Assignment): readonly Solution[] {
  return heard
    .filter(({ from }) => from.startsWith("actor-"))
    .map(({ from, text }) => {
      const critic = `${from}-to-${agent}`.replace("actor-", "critic-").replace("-to-actor-", "-");
      const critique = heard.find((other) => other.from === critic);
      const solution = readSolution(problem, text);
      const correction = critique && readCorrection(critique.text);
      return correction === undefined ? solution : corrected(solution, correction);
    });
}
