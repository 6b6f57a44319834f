import type { Attribution, StepExplanation } from "@langgraph-rollback/attribution";
import {
  calibrateThreshold,
  nonconformity,
  predictionSet,
  seededRandom,
  type Threshold,
} from "@langgraph-rollback/attribution/conformal";

/** Which promise an attribution makes. */
export type SamplePromise = "exact" | "approximate" | "other-verifier" | "too-few" | "none" | "fallback";

const METHOD = { method: "suffix" } as const;

/** Made-up scores of a failed attempt, high around the decisive step, and the set that a real calibration makes of them. */
export function sampleAttribution(
  length: number,
  decisive: number,
  promise: SamplePromise,
  seed: number,
): Attribution {
  const scores = sampleScores(length, decisive, seededRandom(seed));
  const threshold = sampleThreshold(promise, length);
  const common = { scores, scorerFingerprint: "sample-scorer-1", explanations: sampleExplanations(scores) };
  if (promise === "none") {
    const reason = "No calibration was given, so any step may be the decisive one.";
    const steps = scores.map((_, index) => index);
    const set = { steps, range: { start: 0, end: length - 1 }, level: 1, guarantee: "none", reason } as const;
    return { status: "unbounded", reason, set, alpha: 0, n: 0, ...common };
  }
  const found = { set: predictionSet(scores, threshold), alpha: threshold.alpha, n: threshold.n, ...common };
  if (promise === "too-few") return { status: "unbounded", reason: found.set.reason, ...found };
  return { status: "bounded", ...found, ...BESIDE[promise] };
}

/** Why the scorer, an ensemble with a judge, suspects the three steps of the highest scores; the shares add up. */
function sampleExplanations(scores: readonly number[]): readonly StepExplanation[] {
  const logs = scores.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const highest = scores
    .map((score, step) => ({ score, step }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ step }) => step);
  return highest
    .toSorted((a, b) => a - b)
    .map((step) => {
      const logit = (logs[step] ?? 0) - mean;
      const reason = `It takes the price of an **old** list:\n\n- the task asks for 2026\n- step ${step + 1} says 2019`;
      return {
        step,
        logit,
        parts: [
          { says: "names a number that stands nowhere before", logit: 0.6 * logit },
          { by: "step-by-step", says: "gives the step a score of 0.81", logit: 0.5 * logit, reason },
          { says: "has no calculation that is wrong", logit: -0.2 * logit },
        ],
        rest: { parts: 12, logit: 0.1 * logit },
      };
    });
}

const FALLBACK = {
  scorer: "judge-of-steps-2",
  code: "SCORER_FAILED",
  message: "The scorer gave no scores: the connection was refused.",
};

/** Fields of the record beside the set. */
const BESIDE: Partial<Record<SamplePromise, Pick<Attribution, "fallback" | "otherVerifier">>> = {
  fallback: { fallback: FALLBACK },
  "other-verifier": { otherVerifier: { calibrated: "checks-the-total", actual: "checks-the-train" } },
};

function sampleScores(length: number, decisive: number, random: () => number): readonly number[] {
  return Array.from({ length }, (_, index) => {
    const near = Math.max(0, 1 - Math.abs(index - decisive) / 2);
    const score = 0.01 + 0.04 * random() + 0.6 * near * near + (index === decisive ? 0.05 : 0);
    return Math.round(score * 1000) / 1000;
  });
}

/** From failures of the same make, so that the sets look as they do in life. */
function sampleThreshold(promise: SamplePromise, length: number): Threshold {
  const n = promise === "too-few" ? 3 : 212;
  const labels = labelsOf(length).slice(0, n);
  const approximate =
    promise === "approximate" ? { approximate: "the scorer was fitted on the same failures" } : {};
  return calibrateThreshold(labels, { ...METHOD, alpha: 0.2, ...approximate });
}

const labelsByLength = new Map<number, readonly number[]>();

/** Nonconformities of labelled failures; worked out once, as long ones take their time. */
function labelsOf(length: number): readonly number[] {
  const random = seededRandom(length);
  const labels =
    labelsByLength.get(length) ??
    Array.from({ length: 212 }, () => {
      const decisive = Math.floor(random() * length);
      return nonconformity(sampleScores(length, decisive, random), METHOD)[decisive] ?? 0;
    });
  labelsByLength.set(length, labels);
  return labels;
}
