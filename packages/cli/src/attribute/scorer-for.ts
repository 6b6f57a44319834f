import {
  type Calibration,
  constantScorer,
  scorerFromModel,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import { type MethodChoice, methodScorer } from "../attributors/method-scorer.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Environment } from "../terminal/environment.ts";

/** Which scorer, and what it asks. */
export interface ScorerChoice extends Omit<MethodChoice, "attributor" | "data"> {
  /** Name of a method that asks language models, or of an ensemble with one. */
  readonly attributor?: string;
}

/**
 * The scorer of the named method; else the scorer in the calibration; else one that suspects every step alike. For an ensemble, the calibration holds
 * the weights and the method names the members.
 *
 * @param data beside which a cassette is looked for
 * @throws {CommandFailedError} if the calibration holds no scorer and no method is named, and if the method is an ensemble and the calibration holds
 *   no weights
 * @throws {EnsembleMemberError} if the calibration's ensemble has other members
 * @throws {UsageError} if there is no model to ask
 */
export function scorerFor(
  choice: ScorerChoice,
  calibration: Calibration | undefined,
  data: readonly string[],
  env: Environment,
): StepScorer {
  const { attributor } = choice;
  if (attributor !== undefined) {
    const { asked, learn } = methodScorer({ ...choice, attributor, data }, env);
    const [alone] = asked;
    if (learn === undefined && alone !== undefined) return alone;
    return ensembleIn(calibration, attributor, asked);
  }
  if (calibration === undefined) return constantScorer();
  const { scorerFingerprint, scorerModel } = calibration;
  if (scorerModel !== undefined) return scorerFromModel(scorerModel);
  throw new CommandFailedError(
    `The calibration carries no scorer, only its name: "${scorerFingerprint}". Name the method with \`--attributor\`.`,
  );
}

function ensembleIn(
  calibration: Calibration | undefined,
  name: string,
  asked: readonly StepScorer[],
): StepScorer {
  const model = calibration?.scorerModel;
  if (model?.kind === "ensemble") return scorerFromModel(model, asked);
  throw new CommandFailedError(
    `\`--attributor ${name}\` needs a calibration with the weights of this ensemble. Make one with \`calibrate --attributor ${name}\`.`,
  );
}
