import { UndoFailedError } from "../../errors/undo-failed-error.ts";
import { UndoMissingError } from "../../errors/undo-missing-error.ts";
import { UndoTimeoutError } from "../../errors/undo-timeout-error.ts";
import type { UndoCall } from "../declaring/effect-options.ts";
import { inTime } from "../in-time.ts";
import { isHeld, isRefused, type KnownEffect } from "../journal/known-effect.ts";
import type { RunEffects } from "../run-effects.ts";
import { waitUntil } from "../wait-until.ts";

/** Milliseconds before `undo` is tried again; each further pause is twice as long, as far as the limit. */
const FIRST_PAUSE = 1000;
const MOST_DOUBLINGS = 5;

/**
 * @internal Undoes one effect, and tries again after a failure. Its beginning and its end are stored: a process that continues for one that died
 * reads them.
 *
 * @throws {UndoFailedError} if it fails for good
 * @throws the signal's reason, if the run is aborted
 */
export function undoEffect(
  effects: RunEffects,
  effect: KnownEffect,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id } = effect.intent;
  return effects.inTurn(id, () => undoNow(effects, effects.of(id) ?? effect, signal));
}

/** @internal The same without a turn: no other call of the effect's `undo` may be under way. */
export async function undoNow(
  effects: RunEffects,
  effect: KnownEffect,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, name, key } = effect.intent;
  try {
    // It has not taken place. It may have been refused since its undoing was planned.
    if (isHeld(effect) || isRefused(effect)) return await effects.add({ mark: "undone", id });
    const undo = undoOf(effects, effect);
    await effects.add({ mark: "undoing", id });
    const { undoRetries, undoTimeout } = effects.options;
    let again = effect.isUndoing;
    await triedAgain(undoRetries, signal, async () => {
      const call = callOf(effects.of(id) ?? effect, again);
      again = true;
      const late = (): Error => new UndoTimeoutError(name, undoTimeout);
      await inTime(undoTimeout, signal, late, (within) => undo({ ...call, signal: within }));
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UndoFailedError(name, key, { cause });
  }
  // Whether it can be stored or not: nobody may be told that it is still there.
  await effects.note({ mark: "undone", id });
}

/** Does something until it succeeds. Whatever it throws is tried again: who wrote it knows best what it throws when. */
async function triedAgain(
  retries: number,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    signal?.throwIfAborted();
    try {
      await work();
      return;
    } catch (error) {
      if (tried >= retries) throw error;
    }
    await waitUntil(undefined, FIRST_PAUSE * 2 ** Math.min(tried, MOST_DOUBLINGS), signal);
  }
}

type Undo = (call: UndoCall) => unknown;

function undoOf(effects: RunEffects, effect: KnownEffect): Undo {
  const handling = effects.handlingOf(effect);
  if (handling?.undo === undefined) throw new UndoMissingError(effect.intent.name);
  return (call) => handling.undo?.(call);
}

function callOf({ intent, outcome, result }: KnownEffect, again: boolean): Omit<UndoCall, "signal"> {
  const { name, args, key } = intent;
  return {
    name,
    args,
    ...(outcome === "done" && result !== undefined ? { result: result.value } : {}),
    outcome,
    again,
    key,
  };
}
