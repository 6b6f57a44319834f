import { ensembleScorer } from "../ensemble/ensemble-scorer.ts";
import { EnsembleMemberError } from "../errors/ensemble-member-error.ts";
import { ScorerModelError } from "../errors/scorer-model-error.ts";
import { constantScorer } from "../scorers/constant-scorer.ts";
import { firstWriteScorer } from "../scorers/first-write-scorer.ts";
import { logitScorer } from "../scorers/logit-scorer.ts";
import { positionScorer } from "../scorers/position-scorer.ts";
import { spectrumScorerOf } from "../scorers/spectrum-scorer.ts";
import { scorerModelSchema, type EnsembleModel, type ScorerModel } from "../scorers/scorer-model.ts";
import type { FittedScorer, StepScorer } from "../scorers/step-scorer.ts";

/**
 * Brings a fitted scorer back from its JSON; it has the same fingerprint and gives the same scores.
 *
 * @param members the scorers that an ensemble names and does not hold, in any order; told by their fingerprints
 * @throws {ScorerModelError} if the model is malformed, needs another version of the features, or holds a member that its
 *   fingerprint does not belong to
 * @throws {EnsembleMemberError} if it names a scorer that is not among `members`
 */
export function scorerFromModel(model: ScorerModel, members: readonly StepScorer[] = []): FittedScorer {
  const result = scorerModelSchema.safeParse(model);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ScorerModelError(issue?.path.map(String).join(".") ?? "", issue?.message ?? "malformed");
  }
  return scorerOf(result.data, members);
}

function scorerOf(model: ScorerModel, members: readonly StepScorer[]): FittedScorer {
  if (model.kind === "constant") return constantScorer();
  if (model.kind === "first-write") return firstWriteScorer(model);
  if (model.kind === "spectrum") return spectrumScorerOf(model);
  if (model.kind === "position") return positionScorer(model);
  if (model.kind === "logit") return logitScorer(model);
  return ensembleScorer(
    model,
    model.members.map((member) => memberOf(member, members)),
  );
}

function memberOf(
  { fingerprint, model }: EnsembleModel["members"][number],
  members: readonly StepScorer[],
): StepScorer {
  const given = members.find((member) => member.fingerprint === fingerprint);
  if (given !== undefined) return given;
  if (model === undefined)
    throw new EnsembleMemberError(
      fingerprint,
      members.map((member) => member.fingerprint),
    );
  const stored = scorerOf(model, members);
  if (stored.fingerprint === fingerprint) return stored;
  throw new ScorerModelError(
    "members",
    `expected the model of "${fingerprint}", got "${stored.fingerprint}"`,
  );
}
