import { sha256 } from "@langchain/core/utils/hash";

import type { EffectRecord } from "../effects/effect-record.ts";
import type { AttemptRecord, AttemptSpent, ChangesOfOthers } from "../history/attempt-record.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";

/** Question to a human before a run is rolled back: the value of the interrupt. Plain JSON. */
export interface RollbackQuestion {
  readonly type: "rollback:approve";
  readonly run: string;
  /** The attempt that failed, 1-based. */
  readonly attempt: number;
  /** Why it failed and where to it would be rewound, as a sentence. */
  readonly reason: string;
  /** Index of the first step that would be undone. */
  readonly step: number;
  /** Suspicion of each step. */
  readonly scores: readonly number[];
  /** Range of steps with the mistake in it, as far as that is bounded: first and last. */
  readonly set: { readonly start: number; readonly end: number; readonly status: "bounded" | "unbounded" };
  /** The note that the next attempt would get. */
  readonly note?: string;
  /** Effects that would be undone, newest first. */
  readonly undo: readonly EffectRecord[];
  /** Effects that would stand, as nothing undoes them. */
  readonly cannotUndo: readonly EffectRecord[];
  /**
   * Of a run with a `workspace`: files that somebody else has changed since the attempt ended. A rollback keeps what they have written beside its place, and names the copies in
   * `files.restored.conflicts` of the record and in the note. Absent if there are none.
   */
  readonly changedByOthers?: ChangesOfOthers;
  /** Amount that the failed attempt has spent. */
  readonly spent?: AttemptSpent;
  /** Present where nothing recovered the run: approving allows a rollback beyond `maxRollbacks`, declining ends the run. */
  readonly handedOver?: true;
}

/** Whether a human is asked before a rollback. */
export type Approve =
  | "never"
  | "irreversible"
  | "always"
  | ((question: RollbackQuestion) => boolean | Promise<boolean>);

/** A decision to roll back, as far as a question shows it. */
type Decided = Pick<
  AttemptRecord,
  "run" | "attempt" | "reason" | "attribution" | "note" | "spent" | "effects" | "recovery" | "files"
> & { readonly rewind: UndonePart };

/** @internal The question about a decision to roll back. */
export function questionOf({
  run,
  attempt,
  reason,
  rewind,
  attribution,
  note,
  spent,
  effects = [],
  recovery,
  files: { changedByOthers } = {},
}: Decided): RollbackQuestion {
  const { start, end } = attribution?.set.range ?? { start: 0, end: rewind.kept + rewind.redone - 1 };
  return {
    type: "rollback:approve",
    run,
    attempt,
    reason,
    step: rewind.step,
    scores: attribution?.scores ?? [],
    set: { start, end, status: attribution?.status ?? "unbounded" },
    ...(note === undefined ? {} : { note }),
    undo: effects.filter(({ standing }) => standing === "to-undo"),
    cannotUndo: effects.filter(({ standing }) => standing === "stands"),
    ...(changedByOthers === undefined ? {} : { changedByOthers }),
    ...(spent === undefined ? {} : { spent }),
    ...(recovery?.handedOver === undefined ? {} : { handedOver: true }),
  };
}

/** @internal LangGraph's ids of interrupts are hashes of this length; the same question has the same id. */
export const questionId = ({ run, attempt, head }: Pick<AttemptRecord, "run" | "attempt" | "head">): string =>
  sha256(JSON.stringify(["rollback:approve", run, attempt, head])).slice(0, 32);
