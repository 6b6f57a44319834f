import type { LearningState } from "@langgraph-rollback/attribution";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { InvalidOptionError } from "./errors/invalid-option-error.ts";
import { compiledGraphOf, type RollbackTarget } from "./langgraph/compiled-graph.ts";
import { placeIn, type LearningSource } from "./loop/learning-source.ts";
import { loopOf, loopsAt, openLoop } from "./loop/loops.ts";
import { openCheckpointer } from "./recording/graph-or-checkpointer.ts";
import { innerSaver } from "./recording/recording-saver.ts";
import type { LearnOptions } from "./setup/learn-options.ts";
import { learningStore } from "./setup/learning-place.ts";
import { contextOf, recording } from "./setup/rollback-context.ts";
import { resolveOptions } from "./setup/rollback-options.ts";

/** How an agent learns whose graph is not at hand. Of its option `learn`, `agent` is needed. */
export interface LearnByHand extends Omit<LearnOptions, "background" | "replays"> {
  readonly agent: string;
  /** Tolerated share of failed runs that are not recovered, in [0, 1): of the promise. Default 0.1. */
  readonly alpha?: number;
}

/**
 * Has an agent learn now from all failed runs that its checkpointer holds, also from those whose process died or that ran before it learnt. Rounds that are not due change nothing.
 *
 * @param agent a graph with rollback and the option `learn`; with `options`, a checkpointer that holds its runs
 * @returns what is in force from now on
 * @throws {InvalidOptionError} if the agent does not learn
 *
 * @example
 * const { reason, version } = await learn(agent);
 */
export function learn(agent: RollbackTarget): Promise<LearningState>;
export function learn(runs: BaseCheckpointSaver, options: LearnByHand): Promise<LearningState>;
export function learn(agent: RollbackTarget | BaseCheckpointSaver, by?: LearnByHand): Promise<LearningState> {
  if (by !== undefined) return learnByHand(openCheckpointer(agent).saver, by);
  const { context, loop } = learningOf(agent);
  return loop.learn(context);
}

function learnByHand(source: BaseCheckpointSaver, { alpha, ...given }: LearnByHand): Promise<LearningState> {
  const options = resolveOptions({
    verify: () => true,
    learn: given,
    ...(alpha === undefined ? {} : { recovery: { alpha } }),
  });
  const { agent, file } = options.learn ?? {};
  if (options.learn === undefined || agent === undefined)
    throw new InvalidOptionError("learn.agent", "a string", agent);
  const saver = recording(innerSaver(source), options.clock);
  const loop = openLoop({ agent, store: learningStore(file ?? saver.inner) });
  return loop.learn({ saver, options: { ...options, alpha: undefined, learn: options.learn } });
}

/**
 * Waits until the agents of a checkpointer have learnt from all of their runs that have ended in this process. A process that ends earlier loses nothing but the work: the next one
 * that learns does it.
 */
export async function settleLearning(source: LearningSource): Promise<void> {
  await Promise.all(loopsAt(placeIn(source)).map((loop) => loop.idle()));
}

function learningOf(agent: RollbackTarget | BaseCheckpointSaver): NonNullable<ReturnType<typeof loopOf>> {
  const context = contextOf(compiledGraphOf(agent));
  const found = context && loopOf(context);
  if (found === undefined) throw new InvalidOptionError("learn", "true or options", undefined);
  return found;
}
