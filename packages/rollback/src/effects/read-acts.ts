import type { RunnableConfig } from "@langchain/core/runnables";

import { threadIdOf } from "../langgraph/thread.ts";
import { openCheckpointer, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { EffectClass } from "./effect-record.ts";
import { marksByRun } from "./journal/effect-journal.ts";
import { isHeld, placesOf, type KnownEffect } from "./journal/known-effect.ts";
import { chainOf } from "./journal/run-chain.ts";
import { KnownEffects } from "./known-effects.ts";

/** An act of a run, as it was noted down while it happened. All text is untrusted. */
export interface RecordedAct {
  /** The run; of runs that continue one another, the latest one. */
  readonly run: string;
  readonly kind: "tool" | "node" | "act";
  readonly name: string;
  readonly args: unknown;
  readonly class: EffectClass;
  /** The attempt that began it, 1-based. */
  readonly attempt: number;
  /** Ids of the tasks that did it, or were given its result. */
  readonly tasks: readonly string[];
  /** Its result as the agent got it; of an act that is held, its receipt. Absent where there is none, or it is not stored. */
  readonly result?: { readonly value: unknown };
  /** It is held, and may still take place. */
  readonly isHeld: boolean;
  /** Of an act that is held: its release was begun, and nobody has seen it succeed. */
  readonly hasFailed: boolean;
  /** Its call can be kept back where it is made, so that it could be declared as held. */
  readonly canBeHeld: boolean;
}

/**
 * Reads all acts that the runs of a thread have noted down, in every attempt; from the checkpointer alone.
 *
 * @param config names the thread
 * @returns in the order in which they began, run by run; none where no effects are declared
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readActs(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
): Promise<readonly RecordedAct[]> {
  const { saver } = openCheckpointer(source);
  const latest = new Map<string, { readonly run: string; readonly acts: readonly KnownEffect[] }>();
  for await (const { marks, run } of marksByRun(saver, threadIdOf(config))) {
    const { first, position } = chainOf(run);
    const before = latest.get(first);
    if (before !== undefined && chainOf(before.run).position > position) continue;
    const known = new KnownEffects();
    for (const mark of marks) known.fold(mark);
    latest.set(first, { run, acts: known.all });
  }
  return [...latest.values()].flatMap(({ acts, run }) => acts.map((act) => recordedAct(run, act)));
}

function recordedAct(run: string, effect: KnownEffect): RecordedAct {
  const { args, attempt, canReuse, class: kindOfEffect, kind, name } = effect.intent;
  const held = isHeld(effect);
  return {
    run,
    kind,
    name,
    args,
    class: kindOfEffect,
    attempt,
    tasks: [...new Set(placesOf(effect).map(({ task }) => task.taskId))],
    ...(effect.result === undefined ? {} : { result: effect.result }),
    isHeld: held,
    hasFailed: held && effect.release !== undefined,
    canBeHeld: canReuse,
  };
}
