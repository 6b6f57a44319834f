import { effectsOf } from "../attempts/attempt/attempt-effects.ts";
import { recordOf } from "../effects/effect-plan.ts";
import type { EffectRecord } from "../effects/effect-record.ts";
import { isHeld, isRefused, type KnownEffect } from "../effects/journal/known-effect.ts";
import type { RunEffects } from "../effects/run-effects.ts";
import { heldByEarlierTurn } from "../effects/user-key.ts";
import type { Journal } from "../history/journal.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";

/** An action on one effect. */
export type EffectAction = "undo" | "release" | "discard";

/** An effect that stands or is held, and what a person may do about it. */
export interface SettleableEffect extends EffectRecord {
  /** None where nothing undoes it. */
  readonly can: readonly EffectAction[];
}

/** @internal Effects of a thread's last run that stand or are held. None if they cannot be read, or none are declared. */
export async function settleable(
  context: RollbackContext,
  threadId: string,
  { runs }: Journal,
): Promise<readonly SettleableEffect[]> {
  const run = runs.at(-1);
  if (run === undefined || context.options.effects === undefined) return [];
  const effects = await effectsOf(context, { threadId, run });
  if (effects === undefined) return [];
  return effects.all
    .filter((effect) => !effect.isUndone && !isRefused(effect))
    .map((effect) => ({ ...toldOf(effects, effect), can: canBe(effects, effect) }));
}

/** @internal What a person may do about an effect. */
export function canBe(effects: RunEffects, effect: KnownEffect): readonly EffectAction[] {
  if (effect.isUndone || isRefused(effect) || effects.options.isObserved) return [];
  if (isHeld(effect)) return ["release", "discard"];
  const { class: kind } = effect.intent;
  const isShared = heldByEarlierTurn(effects, effect) !== undefined;
  return kind === "undoable" && !isShared && effects.handlingOf(effect)?.undo !== undefined ? ["undo"] : [];
}

function toldOf(effects: RunEffects, effect: KnownEffect): EffectRecord {
  const standing = isHeld(effect) ? "held" : effect.release === "done" ? "released" : "stands";
  return recordOf(effects, effect, { places: undefined, standing });
}
