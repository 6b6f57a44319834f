import { constantScorer } from "./constant-scorer.ts";
import { ScorerModelError } from "./errors/scorer-model-error.ts";
import { logitScorer } from "./logit-scorer.ts";
import { positionScorer } from "./position-scorer.ts";
import { scorerModelSchema } from "./scorer-model.ts";
import type { ScorerModel } from "./scorer-model.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * Brings a fitted scorer back from its JSON; it has the same fingerprint and gives the same scores.
 *
 * @throws {ScorerModelError} if the model is malformed or needs another version of the features
 */
export function scorerFromModel(model: ScorerModel): FittedScorer {
  const result = scorerModelSchema.safeParse(model);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ScorerModelError(issue?.path.map(String).join(".") ?? "", issue?.message ?? "malformed");
  }
  return scorerOf(result.data);
}

function scorerOf(model: ScorerModel): FittedScorer {
  if (model.kind === "constant") return constantScorer();
  return model.kind === "position" ? positionScorer(model) : logitScorer(model);
}
