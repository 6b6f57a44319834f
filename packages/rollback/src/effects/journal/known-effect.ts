import type { ActTask } from "../../langgraph/act-task.ts";
import type { ActOutcome } from "../act.ts";
import type { Intent, EffectMark } from "./mark.ts";

/**
 * @internal Why the branch may no longer hold an effect: a task has started again since. Example: `book`, a node of the
 * subgraph `trip`, has reserved a seat.
 */
export type Looseness =
  /** Its own task has: `book` runs again, by a `retryPolicy` or because the process died. */
  | "task"
  /** A task around it has, and its subgraph began anew: `trip` runs again from its first node. */
  | "anew"
  /** A task around it has, and its subgraph was resumed: `trip` continues where it was, and may still hold the seat. */
  | "around";

/** @internal Whether the branch does not hold an effect. */
export const isLeftBehind = ({ loose }: KnownEffect): boolean => loose === "task" || loose === "anew";

/** @internal An attempt, and its task in which an act takes place. */
export interface ActPlace {
  readonly attempt: number;
  readonly task: ActTask;
}

/** @internal An effect, as far as its marks tell. */
export interface KnownEffect {
  readonly intent: Intent;
  readonly outcome: ActOutcome;
  /** It has taken place, and was called once more since; nobody has seen the end of that call. */
  readonly isCalledAgain?: boolean;
  /** It was kept from being called: the world never heard of it. */
  readonly isUncalled?: boolean;
  /** Its result, where that is known. */
  readonly result?: { readonly value: unknown };
  /** It asks a human: it is called again, and continues then. */
  readonly isPaused: boolean;
  /** Since when it is cut off, in milliseconds: nobody has seen its end, and it may still take effect. */
  readonly cutOff?: number | undefined;
  /** Why the branch may not hold it any more, though nobody has undone it. */
  readonly loose?: Looseness | undefined;
  /** Namespace of the task that has started again. */
  readonly looseBy?: string | undefined;
  /** Places of later acts that got its result, and of tasks whose stored results were given, in their order. */
  readonly takenOver: readonly ActPlace[];
  /** How many of its places, oldest first, lie in runs of a subgraph that has run anew since. */
  readonly placesLeft: number;
  /** Indices of its steps in all later attempts, once a rollback keeps it. */
  readonly placed?: readonly number[] | undefined;
  /** Its undoing has begun. */
  readonly isUndoing: boolean;
  readonly isUndone: boolean;
  /** It was undone once, and may have taken effect again since. */
  readonly wasUndone: boolean;
  /** The record of an earlier run tells that it is undone. */
  readonly isTold: boolean;
  /** Of a held act: how far its release has come, or that another run decides about it; absent while it is held. */
  readonly release?: "begun" | "done" | "failed" | "passed-on";
}

const beginning = (intent: Intent): KnownEffect => ({
  intent,
  outcome: "unknown",
  isPaused: false,
  takenOver: [],
  placesLeft: 0,
  isUndoing: false,
  isUndone: false,
  wasUndone: false,
  isTold: false,
});

/** @internal An effect after one more of its marks; `undefined` stands for one that has none yet. */
export function afterMark(effect: KnownEffect | undefined, mark: EffectMark): KnownEffect | undefined {
  if (mark.mark === "intent") return effect ?? beginning(mark);
  if (effect === undefined) return undefined;
  switch (mark.mark) {
    case "done":
      return {
        ...effect,
        outcome: "done",
        isPaused: false,
        isCalledAgain: false,
        cutOff: undefined,
        ...(mark.isStored ? { result: { value: mark.result } } : {}),
      };
    case "failed":
      return {
        ...effect,
        outcome: "failed",
        // Earlier, its call may have begun.
        isUncalled: mark.wasCalled === false && effect.outcome === "unknown" && effect.takenOver.length === 0,
        isPaused: false,
        isCalledAgain: false,
        cutOff: undefined,
      };
    case "paused":
      return { ...effect, isPaused: true, isCalledAgain: false, cutOff: undefined };
    case "cut-off":
      // It has ended at the moment in which it was cut off.
      if (!isEndUnseen(effect)) return effect;
      return { ...effect, isPaused: false, cutOff: mark.order / 1000 };
    case "late":
      return { ...effect, isUndone: false };
    case "loose":
      return { ...effect, loose: mark.why, looseBy: mark.by };
    case "taken-over":
      return {
        ...placedAnew(effect, mark),
        isUncalled: false,
        isCalledAgain: mark.isCalled === true && effect.outcome === "done",
        outcome: effect.outcome === "done" ? "done" : "unknown",
        cutOff: undefined,
      };
    case "answered":
      return placedAnew(effect, mark);
    case "placed":
      return { ...effect, placed: mark.steps.length === 0 ? undefined : mark.steps };
    case "undoing":
      return { ...effect, isUndoing: true };
    case "releasing":
      return { ...effect, release: "begun" };
    case "released":
      return { ...effect, release: "done" };
    case "unreleased":
      return { ...effect, release: "failed" };
    case "passed-on":
      return { ...effect, release: "passed-on" };
    case "undone":
      return { ...effect, isUndone: true, wasUndone: true, isTold: mark.isTold === true };
  }
}

/** @internal Whether an act is held: it has not taken place, and still may. */
export const isHeld = (effect: KnownEffect): boolean =>
  effect.intent.class === "held" &&
  !isRefused(effect) &&
  !effect.isUndone &&
  !effect.isUndoing &&
  effect.release !== "done" &&
  effect.release !== "passed-on";

/** @internal Whether an act was to be held and was not: its caller got an error in place of a receipt. It never takes place. */
export const isRefused = ({ intent, outcome }: KnownEffect): boolean =>
  intent.class === "held" && outcome === "failed";

/** @internal Whether nobody has seen the end of an act's last call. */
export const isEndUnseen = ({ outcome, isCalledAgain }: KnownEffect): boolean =>
  outcome === "unknown" || isCalledAgain === true;

/** An effect that the branch holds in one more place. */
const placedAnew = (effect: KnownEffect, { attempt, task }: ActPlace): KnownEffect => ({
  ...effect,
  loose: undefined,
  takenOver: [...effect.takenOver, { attempt, task }],
  placesLeft: effect.loose === "anew" ? effect.takenOver.length + 1 : effect.placesLeft,
});

/** @internal Places that an effect has belonged to, newest first. */
export const placesOf = ({ intent, takenOver }: KnownEffect): readonly ActPlace[] => [
  ...takenOver.toReversed(),
  { attempt: intent.attempt, task: intent.task },
];

/** @internal The place that an effect belongs to now. */
export const placeOf = ({ intent, takenOver }: KnownEffect): ActPlace =>
  takenOver.at(-1) ?? { attempt: intent.attempt, task: intent.task };

/** @internal Places that an effect belongs to in its attempt: in all of them its result was given. Oldest first. */
export const livePlacesOf = (effect: KnownEffect): readonly ActPlace[] =>
  inItsAttempt(effect, placesOf(effect).toReversed().slice(effect.placesLeft));

/** @internal Places that an effect belonged to in its attempt, until a subgraph around it ran anew and took it over. */
export const leftPlacesOf = (effect: KnownEffect): readonly ActPlace[] =>
  inItsAttempt(effect, placesOf(effect).toReversed().slice(0, effect.placesLeft));

const inItsAttempt = (effect: KnownEffect, places: readonly ActPlace[]): readonly ActPlace[] =>
  places.filter(({ attempt }) => attempt === placeOf(effect).attempt);
