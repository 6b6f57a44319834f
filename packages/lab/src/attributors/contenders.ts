import { type FitScorer, fitLogitScorer, fitPositionScorer } from "@langgraph-rollback/attribution";
import {
  type Attributor,
  type JudgeOptions,
  positionAttributor,
  randomAttributor,
} from "@langgraph-rollback/attributors";
import { ATTRIBUTORS } from "@langgraph-rollback/attributors/evaluation";
import type { GivenSetting } from "@langgraph-rollback/attributors/names";
import { isFor } from "./attributor-names.ts";
import { isAsking, isBaseline, isLearning, type LearningName, membersOf } from "./attributor-names.ts";
import { baseline } from "./baselines.ts";
import type { Contender } from "./contender.ts";
import { ensembleContender } from "./ensemble-contender.ts";
import type { Case } from "./case.ts";

/** Options for making methods. */
export interface ContenderOptions extends JudgeOptions {
  readonly seed: number;
  /** Whether methods are told the right answer; default no. */
  readonly withTruth?: boolean;
  /** Whether methods are told why runs were rejected; default yes. */
  readonly withOutcome?: boolean;
  /** Settings of methods. One that names no method is for each that has it. */
  readonly set?: readonly GivenSetting[];
}

/** Scorers that learn, as members of ensembles. */
export const LEARNING: Readonly<Record<LearningName, FitScorer>> = {
  logit: fitLogitScorer,
  position: fitPositionScorer,
};

/**
 * @param name  of a method, as {@link isAttributor} has it
 * @param cases what is judged; a method that learns, does so from all but the one that it judges, or from the other half
 */
export function contenderOf(name: string, options: ContenderOptions, cases: readonly Case[]): Contender {
  const members = membersOf(name);
  if (members.length > 1) {
    const { seed, withOutcome = true, withTruth = false } = options;
    const attributors = members
      .filter(isAsking)
      .map((member) => ATTRIBUTORS[member](options, settingsOf(member, options)));
    const fitted = members.filter(isLearning).map((member) => LEARNING[member]);
    return ensembleContender({ name, attributors, fitted, cases, withTruth, withOutcome, seed });
  }
  if (isAsking(name)) return same(name, ATTRIBUTORS[name](options, settingsOf(name, options)));
  if (name === "random") return same(name, randomAttributor(options.seed));
  const labelled = (without?: number) =>
    cases.flatMap(({ trajectory }, other) => (other === without ? [] : trajectory));
  if (isBaseline(name))
    return {
      name,
      attributorFor: (index) => baseline(name, labelled(index)),
      forOthers: baseline(name, labelled()),
    };
  const learnt = (without?: number): Attributor => positionAttributor(labelled(without));
  return {
    name,
    fit: fitPositionScorer,
    attributorFor: learnt,
    ...(cases.length === 0 ? {} : { forOthers: learnt() }),
  };
}

function settingsOf(name: string, { set = [] }: ContenderOptions): readonly GivenSetting[] {
  return set.filter((given) => isFor(name, given));
}

function same(name: string, attributor: Attributor): Contender {
  return { name, attributorFor: () => attributor, forOthers: attributor };
}
