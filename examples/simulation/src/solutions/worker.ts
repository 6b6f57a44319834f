import { makeMistake } from "../mistakes/make-mistake.ts";
import type { MadeMistake } from "../mistakes/mistake-ledger.ts";
import { type Draw, seededDraw } from "../mistakes/seeded-draw.ts";
import type { SimulationRates } from "../mistakes/simulation-rates.ts";
import type { Turn } from "../mistakes/turn.ts";
import type { SimulatedReply } from "../model/simulated-model.ts";
import { hedged } from "../turns/hedged.ts";
import type { Assignment } from "./assignment.ts";

/** An agent at its turn. */
export interface Worker {
  readonly assignment: Assignment;
  readonly seed: number;
  readonly rates: SimulationRates;
  /** The figures that it was given: other figures, another sample. Hedges and remarks change nothing. */
  readonly read: readonly number[];
  /** Piece of work (`MadeMistake.turn`) that is done right, to see what a mistake in it decides. */
  readonly withoutMistakeIn?: string | undefined;
}

export function styleOf({ assignment: { problem, turn, notes }, seed, read }: Worker): Draw {
  return seededDraw(seed, problem.id, turn, ...read, ...notes);
}

/**
 * One piece of work, which is what one step of the team of examples/gsm8k-team does: it errs at the rate of a step.
 *
 * @param asked the note that it answers; a planted fault is made in one piece only
 */
export function pieceOfWork(
  { assignment, seed, rates, read, withoutMistakeIn }: Worker,
  turn: Turn,
  asked: string | undefined,
): SimulatedReply {
  const { agent, notes, problem } = assignment;
  const key = `${assignment.turn}: ${turn.key}`;
  const occasion = { problemId: problem.id, seed, read, notes, latestNote: asked };
  const made = key === withoutMistakeIn ? undefined : makeMistake({ ...turn, key }, occasion, rates);
  if (made === undefined) return { content: turn.right, mistakes: [] };
  const { content, kind } = made.mistake;
  const mistake: MadeMistake = {
    problemId: problem.id,
    seed,
    agent,
    turn: key,
    kind,
    cause: made.cause,
    notes,
  };
  return { content, mistakes: [mistake] };
}

/** A reply that sounds unsure now and then, more often where it holds a mistake. */
export function inOwnWords(worker: Worker, { content, mistakes }: SimulatedReply): SimulatedReply {
  return { content: hedged(content, mistakes.length > 0, worker.rates, styleOf(worker)), mistakes };
}

/** A reply that is one piece of work. */
export function workOn(worker: Worker, turn: Turn): SimulatedReply {
  return inOwnWords(worker, pieceOfWork(worker, turn, worker.assignment.notes.at(-1)));
}
