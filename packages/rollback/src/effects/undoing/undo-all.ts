import { textIn, describeError } from "../../errors/describe-error.ts";
import { undoneStanding, type EffectRecord } from "../effect-record.ts";
import type { KnownEffect } from "../journal/known-effect.ts";
import type { RunEffects } from "../run-effects.ts";
import { undoEffect } from "./undo-effect.ts";
import { undoLate } from "./undo-late.ts";

/** @internal Outcome for effects that were to be undone. */
export interface UndoneEffects {
  readonly effects: readonly EffectRecord[];
  /** Why not all of them are undone. */
  readonly failure?: unknown;
}

/**
 * @internal Undoes effects one after the other, in the order given. Those that are undone already stay so. The first that fails for good ends
 * it: what was done before it may depend on it. Of a run that is only observed, nothing is undone: all of it stands.
 *
 * @throws the signal's reason, if the run is aborted; what was undone until then is stored
 */
export async function undoAll(
  effects: RunEffects,
  planned: readonly EffectRecord[],
  signal: AbortSignal | undefined,
): Promise<UndoneEffects> {
  if (effects.options.isObserved)
    return { effects: planned.map((record) => ({ ...record, standing: "stands" })) };
  const told: EffectRecord[] = [];
  let failure: unknown;
  for (const record of planned) {
    if (record.standing !== "to-undo" && record.standing !== "not-undone") told.push(record);
    else if (failure !== undefined) told.push(now(effects, record, "not-undone"));
    else {
      const known = effects.of(record.id);
      try {
        signal?.throwIfAborted();
        if (known === undefined) throw new RangeError(`Nothing is stored of the effect "${record.id}".`);
        effects.tellEnd(record.id, (mark) => undoLate(effects, mark));
        if (!known.isUndone) await undoneAtLast(effects, known, signal);
        told.push(now(effects, record, undoneStanding(record.class)));
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
        const problem = { code: textIn(error, "code") ?? "UNEXPECTED", ...describeError(error) };
        told.push({ ...now(effects, record, "not-undone"), problem });
      }
    }
  }
  return { effects: told, ...(failure === undefined ? {} : { failure }) };
}

/** Undoes an effect. An act that has ended meanwhile may have taken effect after that: then it is undone again, and that is waited for. */
async function undoneAtLast(
  effects: RunEffects,
  effect: KnownEffect,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id } = effect.intent;
  await undoEffect(effects, effect, signal);
  await effects.inTurn(id, () => Promise.resolve());
  const late = effects.of(id);
  if (late?.isUndone === false && !effects.mayStillLand(late)) await undoEffect(effects, late, signal);
}

/** A record as things stand now: an act that was under way may have ended since. */
function now(effects: RunEffects, record: EffectRecord, standing: EffectRecord["standing"]): EffectRecord {
  const { mayStillLand: _, problem: __, ...rest } = record;
  const effect = effects.of(record.id);
  return {
    ...rest,
    outcome: effect?.outcome ?? record.outcome,
    standing,
    ...(effect !== undefined && effects.mayStillLand(effect) ? { mayStillLand: true as const } : {}),
  };
}
