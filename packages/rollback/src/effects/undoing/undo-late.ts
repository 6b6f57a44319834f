import { LateEffectError } from "../../errors/late-effect-error.ts";
import { isEndUnseen } from "../journal/known-effect.ts";
import type { NewMark } from "../journal/mark.ts";
import type { RunEffects } from "../run-effects.ts";
import { undoNow } from "./undo-effect.ts";

/**
 * @internal Handles an act that was cut off and has ended after all. If its undoing had begun before, it may have taken effect after that: it is undone
 * again, and the history says so. Another process may have undone it. Never throws.
 *
 * @param end says how it ended
 */
export async function undoLate(effects: RunEffects, end: NewMark): Promise<void> {
  const { id } = end;
  const told = await effects.inTurn(id, async () => {
    try {
      await effects.load();
      if (effects.of(id)?.isUndoing !== true) return undefined;
      // A run that has taken the effect over keeps it in a journal of its own.
      const known = effects.of(id);
      if (known !== undefined && isEndUnseen(known)) await effects.note(end);
      await effects.note({ mark: "late", id });
      const effect = effects.of(id);
      if (effect === undefined) return undefined;
      await undoNow(effects, effect, undefined);
      return { effect };
    } catch (cause) {
      const effect = effects.of(id);
      return effect === undefined ? undefined : { effect, cause };
    }
  });
  if (told === undefined) return;
  const { effect, cause } = told;
  await effects.report(new LateEffectError(effect.intent, { cause }), effect);
}
