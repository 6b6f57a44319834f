import type { AttemptRecord } from "./attempt-record.ts";
import type { RunStatus } from "./history.ts";

interface EventBase {
  readonly threadId: string;
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
}

/** What a run with rollback is doing; in the stream as a `custom` chunk, and given to `onEvent`. */
export type RollbackEvent =
  | (EventBase & { readonly type: "rollback:attempt-started"; readonly note?: string })
  | (EventBase & { readonly type: "rollback:rolled-back"; readonly record: AttemptRecord })
  | (EventBase & {
      readonly type: "rollback:ended";
      readonly status: RunStatus;
      readonly reason: string;
      readonly record: AttemptRecord;
    })
  /** The rollback machinery itself failed; the run's own result stands. */
  | (EventBase & {
      readonly type: "rollback:problem";
      readonly problem: NonNullable<AttemptRecord["problem"]>;
    });
