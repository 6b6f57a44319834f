import type { ActOutcome } from "./act.ts";

/** Treatment that an effect allows: "held" takes place once the run is accepted; "unknown" is not declared, and its tool has no hints. */
export type EffectClass = "undoable" | "irreversible" | "held" | "unknown";

/** Outcome for an effect of a failed attempt. */
export type EffectStanding =
  /** It is to be undone before the next attempt; the decision is being carried out. */
  | "to-undo"
  | "undone"
  /** Its `undo` failed for good, or was not reached. */
  | "not-undone"
  /** It is left as it is: it is irreversible, or unknown, or the rollback was declined, or `mode` is "observe". */
  | "stands"
  /** It is left for the next attempt, which is given its result if it does the same. */
  | "left-for-reuse"
  /** It is held, and has not taken place. */
  | "held"
  /** It was held, and is given up: its step was undone, the run was not accepted, or a person said so. It never takes place, but for one whose release had begun. */
  | "discarded"
  /** It was held, and has taken place since the run was accepted. */
  | "released"
  /** It was to take place, and failed, or waits behind one that failed. */
  | "not-released"
  /** It was held, and another run decides about it: the one around this one, or one that continues this one. */
  | "passed-on";

/** @internal The standing of an effect that is undone: one that is held never takes place then. */
export const undoneStanding = (kind: EffectClass): EffectStanding =>
  kind === "held" ? "discarded" : "undone";

/** @internal Whether an effect is undone. */
export const isUndoneStanding = (standing: EffectStanding): boolean =>
  standing === "undone" || standing === "discarded";

/** @internal An effect whose undoing was planned and is not carried out. */
export const asUndecided = (effect: EffectRecord): EffectRecord => ({
  ...effect,
  // One that is held and was released before this run took it over has taken place.
  standing: effect.class === "held" && effect.standing === "to-undo" ? "held" : "stands",
});

/** @internal Whether a planned rollback leaves an effect as nothing undoes it: it is irreversible, or was held and has taken place. */
export const isIrreversible = ({ class: kind, standing }: EffectRecord): boolean =>
  kind === "irreversible" || (kind === "held" && standing === "stands");

/** One effect of a failed attempt and how it ended, as stored in the thread's history. */
export interface EffectRecord {
  readonly id: string;
  readonly kind: "tool" | "node" | "act";
  /** Of the tool, the node, or the act. */
  readonly name: string;
  /** Arguments of the call, as JSON cut to 500 characters. Untrusted. */
  readonly args: string;
  /** Its idempotency key. */
  readonly key: string;
  /** The attempt that did it, 1-based. */
  readonly attempt: number;
  /** Index of the step that did it, in that attempt; absent where its task left no step. */
  readonly step?: number;
  readonly class: EffectClass;
  readonly outcome: ActOutcome;
  readonly standing: EffectStanding;
  /** Id of an effect of an earlier turn that has the same key of the user's and still holds: to undo this one would be to undo that. */
  readonly sharedWith?: string;
  /** Nobody has seen its end: it was still under way when its attempt was decided, its call was aborted, or its process died. It may take effect later. */
  readonly mayStillLand?: true;
  /** It was undone before its task ran again in the same attempt, as an abort or a crash had cut the attempt off; or before a person had the attempt retried. */
  readonly repeated?: true;
  /** Why it is not undone. */
  readonly problem?: { readonly code: string; readonly name: string; readonly message: string };
}
