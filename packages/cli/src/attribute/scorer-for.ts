import {
  type Calibration,
  constantScorer,
  scorerFromModel,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import { attributorScorer } from "@langgraph-rollback/attributors";
import { asksModels } from "../attributors/attributor-names.ts";
import type { AttributorOptions } from "../attributors/attributor-options.ts";
import { contenderOf } from "../attributors/contenders.ts";
import { NO_MODEL, openModel } from "../attributors/open-model.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Environment } from "../terminal/environment.ts";

/** Which scorer, and what it asks. */
export interface ScorerChoice extends Pick<AttributorOptions, "cassette" | "concurrency" | "model" | "seed"> {
  /** Name of a method that asks language models. */
  readonly attributor?: string;
}

/**
 * The method that was asked for, made a scorer; else the scorer that the calibration carries; else one that suspects every
 * step alike.
 *
 * @param data beside which a cassette is looked for
 * @throws {CommandFailedError} if the calibration carries no scorer and none was asked for
 * @throws {UsageError} if there is no model to ask
 */
export function scorerFor(
  choice: ScorerChoice,
  calibration: Calibration | undefined,
  data: readonly string[],
  env: Environment,
): StepScorer {
  const { attributor } = choice;
  if (attributor !== undefined) return methodScorer(attributor, choice, data, env);
  if (calibration === undefined) return constantScorer();
  const { scorerFingerprint, scorerModel } = calibration;
  if (scorerModel !== undefined) return scorerFromModel(scorerModel);
  throw new CommandFailedError(
    `The calibration carries no scorer, only its name: "${scorerFingerprint}". Name the method with \`--attributor\`.`,
  );
}

function methodScorer(
  name: string,
  choice: ScorerChoice,
  data: readonly string[],
  env: Environment,
): StepScorer {
  const { concurrency, seed } = choice;
  const { model } = asksModels(name) ? openModel({ ...choice, data }, env) : NO_MODEL;
  return attributorScorer(contenderOf(name, { model, seed, concurrency }, []).attributorFor(0));
}
