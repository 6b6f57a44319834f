import type { acceptanceTable, RecordedPilot } from "@langgraph-rollback/attribution";

import type { AttemptId } from "../labels/attempt-key.ts";

/** Results of recorded runs about rollback, and the runs that were left out. Ids and texts are untrusted. */
export interface PilotView extends RecordedPilot {
  /** Threads that were looked at, latest first, and whether there are more. */
  readonly threads: number;
  readonly more: boolean;
  /** Threads of which something cannot be read, and what of the first, as a line. */
  readonly unreadable?: { readonly threads: number; readonly first: string };
  /** Runs without a verdict on their first attempt: not judged, not at its end, or of a file of trajectories. */
  readonly notJudged: number;
  /** Labelled attempts that do not count: labellers disagree, nobody could say, or it has other steps than when it was labelled. */
  readonly leftOut: { readonly disputed: number; readonly unsure: number; readonly changed: number };
  /** The calibration that was given, and whether it is of a verifier that has scored a run here. */
  readonly calibration?: {
    readonly file: string;
    readonly verifier: string;
    readonly isOfRuns: boolean;
    /** Present where it has retries of failed tasks. */
    readonly retries?: RetriesView;
  };
  /** Returned results to label, the first of them: those of runs that were rolled back and whose first attempt is labelled. */
  readonly toLabel: readonly AttemptId[];
}

/** Retries that say which results a verifier may accept after a failure. */
export interface RetriesView {
  /** Tasks that were retried. */
  readonly tasks: number;
  /** What is accepted, and what that promises, as a sentence; absent before a gamma is chosen. */
  readonly reason?: string;
  /** What each number of retries and each gamma would accept. */
  readonly table: ReturnType<typeof acceptanceTable>;
}
