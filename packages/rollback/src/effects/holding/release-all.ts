import { describeError } from "../../errors/describe-error.ts";
import { ReleaseFailedError } from "../../errors/release-failed-error.ts";
import { recordOf } from "../effect-plan.ts";
import type { EffectRecord, EffectStanding } from "../effect-record.ts";
import { inTime } from "../in-time.ts";
import { isHeld, type KnownEffect } from "../journal/known-effect.ts";
import type { Performs } from "./perform-held.ts";
import type { RunEffects } from "../run-effects.ts";

/** @internal Acts that were held, as they stand now. */
export interface SettledHolds {
  readonly effects: readonly EffectRecord[];
  /** Why not all of them were carried out. */
  readonly failure?: ReleaseFailedError;
}

/** Whether a held act is one of those that are to be settled. */
type IsMeant = (effect: KnownEffect) => boolean;

/**
 * @internal Carries out all acts of a run that are held, in the order of their calls. The beginning and the end of each are stored. The first that fails keeps back
 * those behind it. No abort of the run ends it: the run is over.
 *
 * @param isMeant which of them; all unless told
 */
export async function releaseAll(
  effects: RunEffects,
  performs: Performs,
  isMeant: IsMeant = isHeld,
): Promise<SettledHolds> {
  let failure: ReleaseFailedError | undefined;
  const told: EffectRecord[] = [];
  for (const effect of effects.all.filter((each) => isHeld(each) && isMeant(each))) {
    const { intent } = effect;
    try {
      if (failure === undefined) await effects.inTurn(intent.id, () => release(effects, intent.id, performs));
    } catch (cause) {
      failure = new ReleaseFailedError(intent.name, intent.key, { cause });
    }
    told.push(recorded(effects, effect, failure));
  }
  return { effects: told, ...(failure === undefined ? {} : { failure }) };
}

async function release(effects: RunEffects, id: string, performs: Performs): Promise<void> {
  const effect = effects.of(id);
  if (effect === undefined || !isHeld(effect)) return;
  await effects.addBefore({ mark: "releasing", id });
  try {
    const { undoTimeout } = effects.options;
    const late = (): Error => new Error(`It did not end within ${undoTimeout} ms.`);
    const result = await inTime(undoTimeout, undefined, late, (signal) => performs(effect, signal));
    await effects.note({ mark: "released", id, result, isStored: true });
  } catch (error) {
    await effects.note({ mark: "unreleased", id, error: describeError(error) });
    throw error;
  }
}

/**
 * @internal The acts that a run holds, if the release of one has failed before, maybe in a run that this one continues: it may have taken place all the same. A person
 * looks at it first, and at those that wait behind it.
 */
export function failedBefore(effects: RunEffects): SettledHolds | undefined {
  const held = effects.all.filter(isHeld);
  const failed = held.find(({ release: how }) => how === "failed");
  if (failed === undefined) return undefined;
  const { key, name } = failed.intent;
  const failure = new ReleaseFailedError(name, key, { cause: new Error("Its release had failed before.") });
  return { effects: held.map((effect) => recorded(effects, effect, failure)), failure };
}

/** @internal Notes down that the acts of a run that are held never take place. */
export async function discardAll(effects: RunEffects, isMeant: IsMeant = isHeld): Promise<SettledHolds> {
  const told: EffectRecord[] = [];
  for (const effect of effects.all.filter((each) => isHeld(each) && isMeant(each))) {
    await effects.note({ mark: "undone", id: effect.intent.id });
    told.push(recorded(effects, effect));
  }
  return { effects: told };
}

/** @internal Acts of a run that were held and have taken place, maybe by a process that died before it could tell. */
export const releasedSoFar = (effects: RunEffects): readonly EffectRecord[] =>
  effects.all.filter(({ release: how }) => how === "done").map((effect) => recorded(effects, effect));

/** @internal The acts of a run that are held. */
export const stillHeld = (effects: RunEffects): readonly EffectRecord[] =>
  effects.all.filter(isHeld).map((effect) => recorded(effects, effect));

/** @internal An act as it stands now. */
export function recorded(
  effects: RunEffects,
  before: KnownEffect,
  failure?: ReleaseFailedError,
): EffectRecord {
  const effect = effects.of(before.intent.id) ?? before;
  const standing = standingOf(effect, failure !== undefined);
  const record = recordOf(effects, effect, { places: undefined, standing });
  if (standing !== "not-released" || failure?.key !== effect.intent.key) return record;
  return { ...record, problem: { code: failure.code, ...describeError(failure.cause) } };
}

function standingOf(effect: KnownEffect, hasFailed: boolean): EffectStanding {
  if (effect.isUndone) return "discarded";
  if (effect.release === "done") return "released";
  if (effect.release === "passed-on") return "passed-on";
  return hasFailed ? "not-released" : "held";
}
