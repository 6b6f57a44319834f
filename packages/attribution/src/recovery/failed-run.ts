/** A run whose first attempt failed, and what became of it under rollback. */
export interface FailedRun {
  /** Names it: each run counts once. */
  readonly run: string;
  /**
   * The rollback after which an attempt was accepted, 1-based. Absent where none was, for whatever reason: rollbacks or budget were spent, the policy gave up, a person
   * declined, an effect stood in the way, the run was cancelled, or its process died and nobody went on.
   */
  readonly recoveredBy?: number;
}
