import { type LabelledRun, seededRandom } from "@langgraph-rollback/attribution/conformal";

import type { LabelledLength } from "./labelled-length.ts";

/** A scorer that is drawn around the truth: no text and no model. */
export interface SimulatedScorer {
  /** As tables call it: its AUROC, or that its scores are all alike. */
  readonly name: string;
  /** Probability that the decisive step scores above another one. */
  readonly auroc: number;
  /** Mean of the decisive step's latent score, in standard deviations above that of the others. */
  readonly separation: number;
}

/**
 * From no information to a strong judge. .519, .554 and .762 are the AUROCs of the paper's three scorers (its table 2: naive, role-prompted and
 * fine-tuned), .90 is that of the simulated judge in docs/verifiers.md. The separation is sqrt(2) times the normal quantile of the AUROC.
 */
export const SIMULATED_SCORERS: readonly SimulatedScorer[] = [
  { name: "constant", auroc: 0.5, separation: 0 },
  { name: ".519", auroc: 0.519, separation: 0.0674 },
  { name: ".554", auroc: 0.554, separation: 0.192 },
  { name: ".762", auroc: 0.762, separation: 1.008 },
  { name: ".900", auroc: 0.9, separation: 1.8124 },
];

/** Every step of a run is as suspicious as any other. */
const CONSTANT = 0.5;

/**
 * Scores of one failure's steps, in (0, 1): the logistic function of latent normal scores, as a model gives probabilities.
 *
 * @param random uniform in [0, 1)
 * @returns shape [l]
 */
export function simulatedScores(
  { length, decisiveStep }: LabelledLength,
  { name, separation }: SimulatedScorer,
  random: () => number,
): readonly number[] {
  return Array.from({ length }, (_, step) => {
    const latent = normal(random) + (step === decisiveStep ? separation : 0);
    return name === "constant" ? CONSTANT : 1 / (1 + Math.exp(-latent));
  });
}

/** A standard normal number (Box and Muller). */
function normal(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** Failures with their scores, as evaluation takes them. */
export function simulatedRuns(
  failures: readonly LabelledLength[],
  scorer: SimulatedScorer,
  seed: number,
): readonly LabelledRun[] {
  const random = seededRandom(seed);
  return failures.map((failure, draw) => ({
    draw,
    decisiveSteps: [failure.decisiveStep],
    stepScores: simulatedScores(failure, scorer, random),
  }));
}
