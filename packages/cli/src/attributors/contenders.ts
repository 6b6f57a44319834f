import {
  allAtOnce,
  type Attributor,
  binarySearch,
  chief,
  echo,
  fineTuned,
  hybrid,
  type JudgeOptions,
  jointScorer,
  naiveJudge,
  positionAttributor,
  raffles,
  rafflesReasoning,
  randomAttributor,
  rolePrompted,
  stepByStep,
  toolCaller,
} from "@langgraph-rollback/attribution/llm";
import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

/** What methods are made of. */
export interface ContenderOptions extends JudgeOptions {
  readonly seed: number;
}

type Make = (options: ContenderOptions) => Attributor;

/** Methods that ask language models, with the settings that they have by default. */
const ASKING: Readonly<Record<string, Make>> = {
  joint: jointScorer,
  "all-at-once": allAtOnce,
  "step-by-step": stepByStep,
  "binary-search": binarySearch,
  hybrid,
  "naive-judge": naiveJudge,
  "role-prompted": rolePrompted,
  "fine-tuned": fineTuned,
  "tool-caller": toolCaller,
  echo,
  raffles,
  "raffles-reasoning": rafflesReasoning,
  chief,
};

/** Methods that ask nobody, to compare with. */
const SILENT = ["position", "random"] as const;

/** Names of all methods, in the order of tables. */
export const ATTRIBUTORS: readonly string[] = [...Object.keys(ASKING), ...SILENT];

/** Whether a method asks language models. */
export function asksModels(name: string): boolean {
  return Object.hasOwn(ASKING, name);
}

/** A method that takes part in an evaluation. */
export interface Contender {
  readonly name: string;
  /** The method as it may judge the trajectory at this position: none that learns has learnt from it. */
  readonly attributorFor: (index: number) => Attributor;
}

/**
 * @param name     one of {@link ATTRIBUTORS}
 * @param labelled what is judged; a method that learns, does so from all but the one that it judges
 */
export function contenderOf(
  name: string,
  options: ContenderOptions,
  labelled: readonly LabelledTrajectory[],
): Contender {
  const make = ASKING[name];
  if (make !== undefined) return same(name, make(options));
  if (name === "random") return same(name, randomAttributor(options.seed));
  return {
    name,
    attributorFor: (index) => positionAttributor(labelled.filter((_, other) => other !== index)),
  };
}

function same(name: string, attributor: Attributor): Contender {
  return { name, attributorFor: () => attributor };
}
