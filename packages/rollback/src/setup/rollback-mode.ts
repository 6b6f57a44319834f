/**
 * Whether failed runs are rolled back. "observe": a run is recorded, judged, attributed and planned, and nothing else is done; the history says what
 * would have been done.
 */
export type RollbackMode = "rollback" | "observe";
