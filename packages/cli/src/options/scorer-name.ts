/** Scorers that need no language model, and no other run than the one that they score. */
export const SCORERS = ["constant", "first-write", "position", "logit"] as const;
export type ScorerName = (typeof SCORERS)[number];

/** Scorers that `evaluate` can measure: the spectrum compares the runs of one task, which the data have to hold. */
export const MEASURED_SCORERS = ["constant", "first-write", "spectrum", "position", "logit"] as const;
export type MeasuredScorerName = (typeof MEASURED_SCORERS)[number];

/** Scorers that `calibrate` can calibrate: outcomes of retries are in databases alone. */
export const CALIBRATED_SCORERS = ["constant", "first-write", "position", "logit", "outcomes"] as const;
export type CalibratedScorerName = (typeof CALIBRATED_SCORERS)[number];
