import {
  DEFAULT_RATES,
  type Problem,
  SimulatedModel,
  type SimulationRates,
} from "@langgraph-rollback/example-simulation";
import { readConversation } from "./conversation.ts";
import { isAlteredConversation } from "./is-altered-conversation.ts";
import { respond, type TeamMistake } from "./respond.ts";

export interface SimulatedSolverOptions {
  readonly problems: readonly Problem[];
  readonly rates?: Partial<SimulationRates>;
  /** Told of every mistake as it is made; for evaluation only. */
  readonly onMistake?: (mistake: TeamMistake) => void;
}

const REMEMBERED = 500;

const keyOf = (seed: number, { id }: Problem, said: readonly string[]): string =>
  JSON.stringify([seed, id, ...said]);

/** A simulated chat model that plays the team's agents from the annotated solutions of the problems, with mistakes. */
export function simulatedSolver(options: SimulatedSolverOptions): SimulatedModel<TeamMistake> {
  const { problems, onMistake } = options;
  const rates = { ...DEFAULT_RATES, ...options.rates };
  /** Conversations that are known to be unaltered; only saves the work of finding out again. */
  const own = new Set<string>();
  const remember = (conversation: string): void => {
    if (own.size >= REMEMBERED) own.clear();
    own.add(conversation);
  };
  return new SimulatedModel<TeamMistake>({
    onMistake,
    reply(messages, seed) {
      const conversation = readConversation(messages, problems);
      const { notes, problem, said } = conversation;
      const isAltered =
        notes.length === 0 &&
        !own.has(keyOf(seed, problem, said)) &&
        isAlteredConversation(messages, problems, seed, rates);
      const reply = respond(conversation, seed, rates, isAltered);
      if (notes.length === 0 && !isAltered) remember(keyOf(seed, problem, [...said, reply.content]));
      return reply;
    },
  });
}
