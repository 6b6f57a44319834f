import type { LearningState } from "@langgraph-rollback/attribution";

import { InvalidOptionError } from "./errors/invalid-option-error.ts";
import { compiledGraphOf, type RollbackTarget } from "./langgraph/compiled-graph.ts";
import { placeIn, type LearningSource } from "./loop/learning-source.ts";
import { loopOf, loopsAt } from "./loop/loops.ts";
import { contextOf } from "./setup/rollback-context.ts";

/**
 * Has an agent learn now from all failed runs that its checkpointer holds, also from those whose process died or that ran before it learnt. Rounds that are not due change nothing.
 *
 * @param agent a graph with rollback and the option `learn`
 * @returns what is in force from now on
 * @throws {InvalidOptionError} if the agent does not learn
 *
 * @example
 * const { reason, version } = await learn(agent);
 */
export function learn(agent: RollbackTarget): Promise<LearningState> {
  const { context, loop } = learningOf(agent);
  return loop.learn(context);
}

/**
 * Waits until the agents of a checkpointer have learnt from all of their runs that have ended in this process. A process that ends earlier loses nothing but the work: the next one
 * that learns does it.
 */
export async function settleLearning(source: LearningSource): Promise<void> {
  await Promise.all(loopsAt(placeIn(source)).map((loop) => loop.idle()));
}

function learningOf(agent: RollbackTarget): NonNullable<ReturnType<typeof loopOf>> {
  const context = contextOf(compiledGraphOf(agent));
  const found = context && loopOf(context);
  if (found === undefined) throw new InvalidOptionError("learn", "true or options", undefined);
  return found;
}
