import type { EffectRecord } from "langgraph-rollback";

import { plainLine } from "./plain-line.ts";

/** One effect of an attempt, in words. */
export interface EffectWords {
  readonly id: string;
  /** What was called, and with what. Untrusted. */
  readonly call: string;
  /** What became of it. */
  readonly standing: string;
  /** Whether it still holds although the attempt is discarded, or may. */
  readonly holds: boolean;
  /** Why it is not undone. Untrusted. */
  readonly why: string | undefined;
}

const STANDINGS: Readonly<Record<EffectRecord["standing"], string>> = {
  "to-undo": "is being undone",
  undone: "undone",
  "not-undone": "NOT undone",
  stands: "still holds",
  "left-for-reuse": "left for the next attempt",
};

const WHY_IT_STANDS: Readonly<Record<EffectRecord["class"], string>> = {
  irreversible: "irreversible",
  unknown: "no undo is known",
  // Its rollback was declined.
  undoable: "",
};

/** The effects of an attempt that its branch does not keep. Problems whose messages are `told` beside them are not repeated. */
export function effectWords(
  effects: readonly EffectRecord[] = [],
  told: readonly string[] = [],
): readonly EffectWords[] {
  return effects.map(({ id, name, args, step, standing, outcome, mayStillLand, problem, ...effect }) => {
    const doubts = [
      standing === "stands" ? WHY_IT_STANDS[effect.class] : "",
      outcome === "done"
        ? ""
        : outcome === "failed"
          ? "its call threw"
          : "it is not known whether it happened",
      mayStillLand === true ? "it may still take effect" : "",
    ].filter((doubt) => doubt !== "");
    return {
      id,
      call: `${plainLine(`${name} ${args}`, 200)}${step === undefined ? "" : ` (step ${step + 1})`}`,
      standing: `${STANDINGS[standing]}${doubts.length === 0 ? "" : ` (${doubts.join("; ")})`}`,
      holds: standing !== "undone" || mayStillLand === true,
      why:
        problem === undefined || told.includes(problem.message)
          ? undefined
          : plainLine(`${problem.code}: ${problem.message}`, 300),
    };
  });
}
