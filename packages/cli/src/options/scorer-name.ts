/** Scorers that need no language model. */
export const SCORERS = ["constant", "position", "logit"] as const;
export type ScorerName = (typeof SCORERS)[number];
