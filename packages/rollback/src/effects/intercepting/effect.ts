import type { RunnableConfig } from "@langchain/core/runnables";
import { nanoid } from "nanoid";

import type { EffectHandling } from "../declaring/effect-options.ts";
import { actTaskOf } from "../../langgraph/act-task.ts";
import { endOf, noted } from "./noted.ts";
import { warnUnheard } from "./warn-unheard.ts";

/** Something that a node does outside of the graph without a tool. */
export interface Effect<Args, Result> extends EffectHandling<Args, Result> {
  /** Names the effect. Under this name, `effects.tools` tells other processes how it is undone. */
  readonly name: string;
  /** Its arguments: stored for undoing it. */
  readonly args: Args;
  /** Does it. `key` is its idempotency key, `signal` is the run's. */
  act(call: { readonly key: string; readonly signal: AbortSignal | undefined }): Result | Promise<Result>;
}

/**
 * Does something outside of the graph, inside a node, in a way that a rollback can undo. Its intent is stored before, its result after. If the same
 * was done already and still holds, its stored result is returned and it is not done again.
 *
 * Outside of `withRollback`, and without `effects`, it is done and nothing is stored.
 *
 * @param config the second argument of the node
 * @returns what `act` gives
 * @throws what `act` throws
 * @throws {EffectNotRecordedError | AttemptOverError} if it must not be done
 *
 * @example
 * const charge = async (state: typeof State.State, config: RunnableConfig) => ({
 *   payment: await effect(config, {
 *     name: "charge",
 *     args: { amount: state.total },
 *     act: ({ key }) => bank.charge(state.total, key),
 *     undo: ({ key }) => bank.refund(key),
 *   }),
 * });
 */
export async function effect<Args, Result>(
  config: RunnableConfig,
  given: Effect<Args, Result>,
): Promise<Result>;
export async function effect(config: RunnableConfig, given: Effect<unknown, unknown>): Promise<unknown> {
  const { name, args } = given;
  const { signal } = config;
  const handling = handlingOf(given);
  const declared = Object.keys(handling).length === 0 ? undefined : handling;
  const task = actTaskOf(config.metadata);
  warnUnheard(name, config);
  return noted(
    { kind: "act", name, args, task, canReuse: true, declared },
    (key = nanoid()) => given.act({ key, signal }),
    (error) => endOf(error, signal),
  );
}

/** How the effect is handled. Each part is read by its name: a class has its functions on the prototype. */
function handlingOf(given: Effect<unknown, unknown>) {
  const { redo } = given;
  return {
    ...(given.undo === undefined ? {} : { undo: given.undo.bind(given) }),
    ...(given.idempotencyKey === undefined ? {} : { idempotencyKey: given.idempotencyKey.bind(given) }),
    ...(redo === undefined ? {} : { redo }),
  };
}
