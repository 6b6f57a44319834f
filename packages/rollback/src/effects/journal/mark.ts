import type { ActTask } from "../../langgraph/act-task.ts";
import type { EffectClass } from "../effect-record.ts";

interface OfEffect {
  /** Id of the effect. */
  readonly id: string;
  /** Marks of a run are read in this order. */
  readonly order: number;
}

/** @internal The mark that is written before an act takes place. */
export interface Intent extends OfEffect {
  readonly mark: "intent";
  readonly version: 1;
  /** The same for the same act of a task that runs again. */
  readonly slot: string;
  readonly kind: "tool" | "node" | "act";
  readonly name: string;
  readonly args?: unknown;
  readonly class: EffectClass;
  readonly key: string;
  /** Key that the user's `idempotencyKey` gave. */
  readonly userKey?: string;
  readonly redo: "again" | "reuse";
  readonly attempt: number;
  readonly task: ActTask;
  readonly canReuse: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** @internal A mark that is written of an act later. */
export type LaterMark = OfEffect &
  (
    | { readonly mark: "done"; readonly result?: unknown; readonly isStored: boolean }
    | {
        readonly mark: "failed";
        readonly error: { readonly name: string; readonly message: string };
        /** It was kept from being called: its signal had aborted, or its attempt was over. */
        readonly wasCalled?: false;
      }
    | { readonly mark: "paused" }
    /** Its call was aborted, or its attempt was over, while it was under way: it may still take effect. */
    | { readonly mark: "cut-off" }
    /** It has ended after its undoing had begun, and is to be undone again. */
    | { readonly mark: "late" }
    /** Its task runs again, or one around it: unless that takes it over, it is not part of the branch. */
    | {
        readonly mark: "loose";
        readonly why: "task" | "anew" | "around";
        /** Namespace of the task that runs again. */
        readonly by: string;
      }
    | {
        readonly mark: "taken-over";
        readonly attempt: number;
        readonly task: ActTask;
        /** It is called once more, under its key. Absent where its result is given. */
        readonly isCalled?: true;
      }
    /** Its task, or one around it, was not run: the task's stored result was given. The place is one of those that the effect has had. */
    | { readonly mark: "answered"; readonly attempt: number; readonly task: ActTask }
    /** A rollback kept its step, which has this place in all later attempts. Empty once a later rollback goes back to before it. */
    | { readonly mark: "placed"; readonly steps: readonly number[] }
    | { readonly mark: "undoing" }
    /** A held act is about to take place: its run is accepted, and that is stored. */
    | { readonly mark: "releasing" }
    | { readonly mark: "released"; readonly result?: unknown; readonly isStored: boolean }
    | { readonly mark: "unreleased"; readonly error: { readonly name: string; readonly message: string } }
    /** A held act is another run's from now on: of the one around, or of one that continues this one. */
    | { readonly mark: "passed-on" }
    /** @param isTold an earlier run, from which this one has taken it over, has undone it and tells of it */
    | { readonly mark: "undone"; readonly isTold?: true }
  );

/** @internal One write of the journal. */
export type EffectMark = Intent | LaterMark;

type WithoutOrder<M> = M extends EffectMark ? Omit<M, "order"> : never;

/** @internal A mark that is to be written. */
export type NewMark = WithoutOrder<EffectMark>;
