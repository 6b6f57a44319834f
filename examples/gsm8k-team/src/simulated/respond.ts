import {
  answererTurn,
  checkerTurn,
  type Draw,
  hedged,
  type MadeMistake,
  makeMistake,
  plannerTurn,
  seededDraw,
  type SimulationRates,
  type SimulatedReply,
  solverTurn,
  type Turn,
} from "@langgraph-rollback/example-simulation";
import type { AgentName } from "../team/agent-name.ts";
import type { Conversation } from "./conversation.ts";

/** A mistake of the team. */
export interface TeamMistake extends MadeMistake {
  /** 0-based index of the step in its trajectory. */
  readonly step: number;
}

/**
 * Reply of the simulated model. It depends on nothing but the conversation and the seed. Whether a step goes wrong at
 * first, and how, is fixed by problem, seed and step; a note can only change whether that happens again.
 *
 * @param isAltered whether the conversation holds a message that the model would not have written under this seed, such
 *   as one with a planted fault: as with any model, another prompt is another sample, so the step is executed afresh
 */
export function respond(
  conversation: Conversation,
  seed: number,
  rates: SimulationRates,
  isAltered: boolean,
): SimulatedReply<TeamMistake> {
  const { problem, agent, step, notes, latestNote, said } = conversation;
  const style = seededDraw(seed, problem.id, agent, step, ...notes);
  const turn = turnOf(conversation, rates, style);
  const isFresh = notes.length === 0 && isAltered;
  const occasion = { problemId: problem.id, seed, notes, latestNote, read: isFresh ? said : [] };
  const made = makeMistake(turn, occasion, rates);
  const content = hedged(made?.mistake.content ?? turn.right, made !== undefined, rates, style);
  if (made === undefined) return { content, mistakes: [] };
  const { kind } = made.mistake;
  const cause = isFresh && made.cause === "first" ? "fresh" : made.cause;
  const mistake = { problemId: problem.id, seed, step, agent, turn: turn.key, kind, cause, notes };
  return { content, mistakes: [mistake] };
}

function turnOf(conversation: Conversation, rates: SimulationRates, style: Draw): Turn {
  const { checked, cue, problem } = conversation;
  const turns: Readonly<Record<AgentName, () => Turn>> = {
    planner: () => plannerTurn(problem),
    solver: () => solverTurn(conversation, Number(/part (\d+) of/.exec(cue)?.[1])),
    checker: () => checkerTurn(conversation, rates, style),
    answerer: () => answererTurn(conversation, checked),
  };
  return turns[conversation.agent]();
}
