import { AsyncCaller } from "@langchain/core/utils/async_caller";

import { UndoFailedError } from "../../errors/undo-failed-error.ts";
import { UndoMissingError } from "../../errors/undo-missing-error.ts";
import { UndoTimeoutError } from "../../errors/undo-timeout-error.ts";
import type { UndoCall } from "../declaring/effect-options.ts";
import type { KnownEffect } from "../journal/known-effect.ts";
import type { RunEffects } from "../run-effects.ts";

/**
 * @internal Undoes one effect, with one more try after a failure. Its beginning and its end are stored: a process that continues for one that died
 * reads them.
 *
 * @throws {UndoFailedError} if it fails for good
 * @throws the signal's reason, if the run is aborted
 */
export async function undoEffect(
  effects: RunEffects,
  effect: KnownEffect,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, name, key } = effect.intent;
  try {
    const undo = undoOf(effects, effect);
    await effects.add({ mark: "undoing", id });
    const { undoRetries, undoTimeout } = effects.options;
    const caller = new AsyncCaller({ maxRetries: undoRetries, maxConcurrency: 1 });
    let again = effect.isUndoing;
    await caller.callWithOptions(signal === undefined ? {} : { signal }, async () => {
      const call = callOf(effects.of(id) ?? effect, again);
      again = true;
      await inTime(name, undoTimeout, signal, (within) => undo({ ...call, signal: within }));
    });
    await effects.add({ mark: "undone", id });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UndoFailedError(name, key, { cause });
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

/** Gives something a time limit. Work that continues after it is ignored. */
async function inTime(
  name: string,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => unknown,
): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new UndoTimeoutError(name, milliseconds)), milliseconds);
  const within = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    await Promise.race([Promise.resolve(work(within)), aborted(within)]);
  } finally {
    clearTimeout(timer);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
