import { ensemble, type FitScorer, type StepScorer } from "@langgraph-rollback/attribution";
import { attributorScorer } from "@langgraph-rollback/attributors";
import type { Environment } from "../terminal/environment.ts";
import { asksModels, isAsking, isLearning, membersOf } from "@langgraph-rollback/lab/names";
import type { AttributorOptions } from "./attributor-options.ts";
import { contenderOf, LEARNING } from "@langgraph-rollback/lab/attributors";
import { NO_MODEL, openModel } from "./open-model.ts";
import { checkSettings } from "./parse-setting.ts";

/** Which method, and what it asks. */
export interface MethodChoice extends Pick<
  AttributorOptions,
  "cassette" | "concurrency" | "data" | "model" | "seed" | "set"
> {
  /** A method's name, or an ensemble's: its members joined by +. */
  readonly attributor: string;
}

/** A method as scorers. */
export interface MethodScorer {
  /** The method, or the members of the ensemble that ask models: an ensemble's model does not hold them. */
  readonly asked: readonly StepScorer[];
  /** Learns the ensemble of these scorers from labelled failures. Absent for a single method: it learns nothing. */
  readonly learn?: (asked: readonly StepScorer[]) => FitScorer;
}

/**
 * The scorers of a method.
 *
 * @throws {UsageError} if there is no model to ask, or the method does not take a setting
 */
export function methodScorer(choice: MethodChoice, env: Environment): MethodScorer {
  const { attributor, concurrency, seed, set = [] } = choice;
  checkSettings(set, [attributor]);
  const { model } = asksModels(attributor) ? openModel(choice, env) : NO_MODEL;
  const names = membersOf(attributor);
  const asked = names
    .filter((name) => names.length === 1 || isAsking(name))
    .map((name) =>
      attributorScorer(contenderOf(name, { model, seed, concurrency, set }, []).attributorFor(0)),
    );
  if (names.length === 1) return { asked };
  const learning = names.filter(isLearning).map((name) => LEARNING[name]);
  return { asked, learn: (members) => ensemble([...members, ...learning], { seed, local: "none" }) };
}
