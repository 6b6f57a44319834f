import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import type { Variant } from "../../failures/variant.ts";

/**
 * Scorer calls a trajectory at alpha .2 on GSM8K, with the fine-tuned scorer, as published.
 *
 * @see arXiv:2605.06788, table 4
 */
export const PUBLISHED_CALLS: Readonly<
  Partial<Record<ConformalMethod, Readonly<Partial<Record<Variant, number>>>>>
> = {
  vanilla: { left: 8.5, mid: 8.5, right: 8.5 },
  crsvp: { left: 8.5, mid: 8.5, right: 8.5 },
  left: { left: 7.5, mid: 5.64, right: 3.7 },
  right: { left: 3.08, mid: 5.16, right: 7.09 },
  "two-way": { left: 8.5, mid: 8.5, right: 8.5 },
};
