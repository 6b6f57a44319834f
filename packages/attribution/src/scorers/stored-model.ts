import { modelFingerprint } from "./model-fingerprint.ts";
import { scorerModelSchema, type ScorerModel } from "./scorer-model.ts";
import type { StepScorer } from "./step-scorer.ts";

/**
 * @internal The scorer's model, if it has one of ours, which its fingerprint belongs to: a scorer that calls a chat model may
 * well have a `model` of its own.
 */
export function storedModel(scorer: StepScorer): ScorerModel | undefined {
  const result = scorerModelSchema.safeParse("model" in scorer ? scorer.model : undefined);
  return result.success && modelFingerprint(result.data) === scorer.fingerprint ? result.data : undefined;
}
