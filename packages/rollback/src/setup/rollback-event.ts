import type { AttemptRecord } from "../history/attempt-record.ts";
import type { RunStatus } from "../history/history.ts";

interface EventBase {
  readonly threadId: string;
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
}

/**
 * Activity of a run with rollback: in the stream as a `custom` chunk, in `streamEvents` (and for callback handlers) as
 * a custom event of that name, and given to `onEvent`.
 */
export type RollbackEvent =
  | (EventBase & { readonly type: "rollback:attempt-started"; readonly note?: string })
  | (EventBase & {
      /** The attempt is undone from a step on, and so is what it has streamed since then. */
      readonly type: "rollback:rolled-back";
      /** Index of the first step that is undone. */
      readonly fromStep: number;
      /**
       * The turn's steps that stay, each as LangGraph names its task: `node:task id`, subgraphs in front. A token belongs to one of them if its
       * `metadata.langgraph_checkpoint_ns` is that name, or begins with it and `|`.
       */
      readonly kept: readonly string[];
      /** Undone nodes with a question to a human: the next attempt asks again when it comes there. */
      readonly asksAgain: readonly string[];
      readonly record: AttemptRecord;
    })
  | (EventBase & {
      readonly type: "rollback:ended";
      readonly status: RunStatus;
      readonly reason: string;
      readonly record: AttemptRecord;
    })
  /** The rollback itself failed, and the run's own result stands; or something went otherwise than planned. */
  | (EventBase & {
      readonly type: "rollback:problem";
      readonly problem: NonNullable<AttemptRecord["problem"]>;
    });
