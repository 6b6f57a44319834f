import { isUndoneStanding, undoneStanding, type EffectRecord } from "../../effects/effect-record.ts";
import type { RunEffects } from "../../effects/run-effects.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { effectsOf } from "../attempt/attempt-effects.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { Attempt } from "../attempt/attempt.ts";

type Decision = Pick<RollBackRecord, "effects" | "unfinished">;

/**
 * @internal Whether the state of a failed attempt tells of effects that are undone, or may be, since its rollback was begun. Its result is then not valid
 * any more.
 *
 * @param effects of its run; `undefined` where this process declares none
 */
export function isPartlyUndone(
  effects: RunEffects | undefined,
  { effects: listed = [], unfinished }: Decision,
): boolean {
  return (
    unfinished === true ||
    listed.some(
      (effect) =>
        // An effect that was undone before its task ran again is not part of the attempt's result.
        (isUndoneStanding(effect.standing) && effect.repeated !== true) ||
        (isListed(effect) && effects?.of(effect.id)?.isUndone === true) ||
        isUnclear(effects, effect),
    )
  );
}

/** @internal The same for a decision that somebody else may have begun to carry out. @throws {EffectsUnreadableError} */
export async function wasPartlyUndone(
  context: RollbackContext,
  attempt: Pick<Attempt, "run" | "threadId">,
  decision: Decision,
): Promise<boolean> {
  return isPartlyUndone(undefined, decision) || isPartlyUndone(await effectsOf(context, attempt), decision);
}

/** @internal An effect of a decision as things stand. */
export function asItStands(effects: RunEffects, effect: EffectRecord): EffectRecord {
  if (!isListed(effect) || effects.of(effect.id)?.isUndone !== true) return effect;
  const { problem: _, ...undone } = effect;
  return { ...undone, standing: undoneStanding(effect.class) };
}

const isListed = ({ standing }: EffectRecord): boolean => standing === "to-undo" || standing === "not-undone";

/** Whether an undoing has begun that nobody has seen end. An `undo` that threw has not undone its effect. */
function isUnclear(effects: RunEffects | undefined, { id, standing }: EffectRecord): boolean {
  return standing === "to-undo" && effects?.of(id)?.isUndoing === true;
}
