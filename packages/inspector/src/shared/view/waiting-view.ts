/** Questions that a thread waits with for a human. All text is untrusted. */
export interface WaitingView {
  /** When it began to wait, ISO 8601, UTC. */
  readonly since: string;
  readonly questions: readonly OpenQuestionView[];
}

/** A question that nobody has answered yet. */
export interface OpenQuestionView {
  /** Id of its interrupt; absent in checkpoints of old versions of LangGraph. */
  readonly id?: string | undefined;
  /** The question itself; JSON where it is no text. */
  readonly asks: string;
  /** Present if it asks to approve a rollback. */
  readonly rollback?: AskedRollbackView | undefined;
}

/** A rollback that a human is to approve, as its question tells. */
export interface AskedRollbackView {
  /** Attempt that failed, 1-based. */
  readonly attempt: number;
  /** First step that would be undone, 0-based. */
  readonly step: number;
  /** Suspicion of each step. */
  readonly scores: readonly number[];
  /** First and last step of the set, 0-based. */
  readonly set: { readonly start: number; readonly end: number; readonly status: "bounded" | "unbounded" };
  /** The note that the next attempt would get. */
  readonly note?: string | undefined;
  /** Calls whose effects would be undone, and those whose effects would stay. */
  readonly undo: readonly string[];
  readonly cannotUndo: readonly string[];
  /** Amount that the failed attempt has spent. */
  readonly spent?:
    | {
        readonly steps: number;
        readonly tokens: readonly {
          readonly model?: string;
          readonly input: number;
          readonly output: number;
        }[];
      }
    | undefined;
  /** Present where nothing recovered the run, and the rollback would be one beyond `maxRollbacks`. */
  readonly handedOver?: true | undefined;
}
