import { describeError } from "../errors/describe-error.ts";
import type { Act } from "./act.ts";
import { endMark } from "./journal/end-mark.ts";
import type { Intent } from "./journal/mark.ts";
import type { RunEffects } from "./run-effects.ts";
import { undoLate } from "./undoing/undo-late.ts";

/** @internal An act that is about to take place, whose end is noted down. One that was cut off and ends after its undoing is undone again. */
export function openAct(effects: RunEffects, { id, key }: Intent): Act {
  const release = effects.hold(id);
  return {
    key,
    ended: async (end) => {
      const wasCutOff = effects.of(id)?.cutOff !== undefined;
      const mark = endMark(id, end);
      await effects.note(mark);
      release();
      if (!wasCutOff || end.outcome === "unknown") return;
      const undoer = effects.takeUndoer(id) ?? (() => undoLate(effects, mark));
      // Its caller was cut off and does not wait for this.
      void undoer(mark);
    },
  };
}

/** @internal An act that the run before this one held takes place now, as nothing is held here: nobody may carry it out later. */
export async function heldActAtOnce(effects: RunEffects, { id, key }: Intent): Promise<Act> {
  await effects.addBefore({ mark: "releasing", id });
  const release = effects.hold(id);
  return {
    key,
    ended: async (end) => {
      if (end.outcome === "done")
        await effects.note({ mark: "released", id, result: end.result, isStored: true });
      if (end.outcome === "failed")
        await effects.note({ mark: "unreleased", id, error: describeError(end.error) });
      release();
    },
  };
}
