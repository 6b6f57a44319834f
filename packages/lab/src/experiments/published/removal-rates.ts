import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

/** The paper's scorers, each with the simulated one whose AUROC the paper reports for it. */
export const PAPER_SCORERS = [
  { name: "naive", simulated: ".519" },
  { name: "role-prompted", simulated: ".554" },
  { name: "fine-tuned", simulated: ".762" },
] as const;

export type PaperScorer = (typeof PAPER_SCORERS)[number]["name"];

/** Removal rates of each scorer. On GSM8K and MATH: with DyLAN, then with MacNet. */
type Rates = Readonly<Partial<Record<PaperScorer, readonly number[]>>>;

/**
 * Removal rates at alpha .2 as published, by data set and method. MATH, whose faults stand anywhere, is called `uniform`.
 *
 * @see arXiv:2605.06788, table 3
 */
export const PUBLISHED_REMOVAL: Readonly<
  Record<"left" | "mid" | "right" | "uniform" | "Who&When", Readonly<Partial<Record<ConformalMethod, Rates>>>>
> = {
  "Who&When": {
    vanilla: { naive: [0.2], "role-prompted": [0.19] },
    crsvp: { naive: [0.21], "role-prompted": [0.23] },
    left: { naive: [0.12], "role-prompted": [0.12] },
    right: { naive: [0.31], "role-prompted": [0.3] },
    "two-way": { naive: [0.19], "role-prompted": [0.22] },
  },
  left: {
    vanilla: { naive: [0.21, 0.24], "role-prompted": [0.3, 0.24], "fine-tuned": [0.78, 0.82] },
    crsvp: { naive: [0.58, 0.54], "role-prompted": [0.27, 0.21], "fine-tuned": [0.69, 0.8] },
    left: { naive: [0.1, 0.24], "role-prompted": [0.1, 0.31], "fine-tuned": [0.09, 0.1] },
    right: { naive: [0.64, 0.71], "role-prompted": [0.63, 0.59], "fine-tuned": [0.65, 0.63] },
    "two-way": { naive: [0.17, 0.22], "role-prompted": [0.18, 0.21], "fine-tuned": [0.18, 0.2] },
  },
  mid: {
    vanilla: { naive: [0.18, 0.15], "role-prompted": [0.27, 0.27], "fine-tuned": [0.66, 0.75] },
    crsvp: { naive: [0.29, 0.21], "role-prompted": [0.27, 0.26], "fine-tuned": [0.36, 0.38] },
    left: { naive: [0.31, 0.47], "role-prompted": [0.36, 0.53], "fine-tuned": [0.31, 0.35] },
    right: { naive: [0.43, 0.45], "role-prompted": [0.43, 0.33], "fine-tuned": [0.44, 0.33] },
    "two-way": { naive: [0.59, 0.59], "role-prompted": [0.62, 0.59], "fine-tuned": [0.63, 0.6] },
  },
  right: {
    vanilla: { naive: [0.16, 0.17], "role-prompted": [0.22, 0.25], "fine-tuned": [0.34, 0.63] },
    crsvp: { naive: [0.21, 0.1], "role-prompted": [0.27, 0.22], "fine-tuned": [0.24, 0.29] },
    left: { naive: [0.53, 0.6], "role-prompted": [0.64, 0.6], "fine-tuned": [0.52, 0.6] },
    right: { naive: [0.2, 0.2], "role-prompted": [0.21, 0.1], "fine-tuned": [0.2, 0.1] },
    "two-way": { naive: [0.4, 0.21], "role-prompted": [0.42, 0.2], "fine-tuned": [0.4, 0.19] },
  },
  uniform: {
    vanilla: { naive: [0.19, 0.2], "role-prompted": [0.19, 0.24], "fine-tuned": [0.33, 0.62] },
    crsvp: { naive: [0.3, 0.2], "role-prompted": [0.27, 0.22], "fine-tuned": [0.32, 0.3] },
    left: { naive: [0.18, 0.19], "role-prompted": [0.19, 0.19], "fine-tuned": [0.18, 0.19] },
    right: { naive: [0.27, 0.2], "role-prompted": [0.28, 0.19], "fine-tuned": [0.27, 0.2] },
    "two-way": { naive: [0.27, 0.15], "role-prompted": [0.29, 0.18], "fine-tuned": [0.29, 0.19] },
  },
};
