import type { EffectRecord } from "langgraph-rollback";

import { plainLine } from "./plain-line.ts";

/** One effect of an attempt, in words. */
export interface EffectWords {
  readonly id: string;
  /** The call and its arguments. Untrusted. */
  readonly call: string;
  /** Outcome for the effect. */
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
  held: "held, not carried out",
  discarded: "held, and discarded",
  released: "carried out since the run was accepted",
  "not-released": "NOT carried out",
  "passed-on": "held, and another run decides",
};

/** Of a rollback that waits for an answer. */
const PROPOSED: Readonly<Partial<Record<EffectRecord["standing"], string>>> = {
  "to-undo": "would be undone",
  held: "would be discarded",
  stands: "would stay",
};

/** Nothing of these has taken place, or holds any more. */
const GONE: ReadonlySet<EffectRecord["standing"]> = new Set(["undone", "held", "discarded", "passed-on"]);

const WHY_IT_STANDS: Readonly<Record<EffectRecord["class"], string>> = {
  irreversible: "irreversible",
  unknown: "no undo is known",
  held: "",
  // Its rollback was declined.
  undoable: "",
};

const whyItStands = ({ class: kind, sharedWith }: Pick<EffectRecord, "class" | "sharedWith">): string =>
  sharedWith === undefined ? WHY_IT_STANDS[kind] : "an earlier turn did the same";

/**
 * The effects of an attempt that its branch does not keep.
 *
 * @param told       messages beside them; a problem with one of these is not repeated
 * @param isProposed whether the rollback waits for an answer, so that nothing has become of them
 */
export function effectWords(
  effects: readonly EffectRecord[] = [],
  told: readonly string[] = [],
  isProposed = false,
): readonly EffectWords[] {
  return effects.map(({ id, name, args, step, standing, outcome, mayStillLand, problem, ...effect }) => {
    const doubts = [
      standing === "stands" ? whyItStands(effect) : "",
      outcome === "done" || effect.class === "held"
        ? ""
        : outcome === "failed"
          ? "its call threw"
          : "it is not known whether it happened",
      mayStillLand === true ? "it may still take effect" : "",
    ].filter((doubt) => doubt !== "");
    return {
      id,
      call: `${plainLine(`${name} ${args}`, 200)}${step === undefined ? "" : ` (step ${step + 1})`}`,
      standing: `${(isProposed && PROPOSED[standing]) || STANDINGS[standing]}${doubts.length === 0 ? "" : ` (${doubts.join("; ")})`}`,
      holds: !GONE.has(standing) || mayStillLand === true,
      why:
        problem === undefined || told.includes(problem.message)
          ? undefined
          : plainLine(`${problem.code}: ${problem.message}`, 300),
    };
  });
}
