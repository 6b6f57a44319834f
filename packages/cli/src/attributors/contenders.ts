import { type FitScorer, fitLogitScorer, fitPositionScorer } from "@langgraph-rollback/attribution";
import {
  type Attributor,
  type JudgeOptions,
  positionAttributor,
  randomAttributor,
} from "@langgraph-rollback/attributors";
import { ATTRIBUTOR_NAMES, ATTRIBUTORS as ASKING_METHODS } from "@langgraph-rollback/attributors/evaluation";
import { ensembleContender } from "./ensemble-contender.ts";
import type { Case } from "./load-cases.ts";

/** What methods are made of. */
export interface ContenderOptions extends JudgeOptions {
  readonly seed: number;
  /** Whether methods are told the right answer; default no. */
  readonly withTruth?: boolean;
}

type Make = (options: ContenderOptions) => Attributor;

/** Methods that ask language models, with the settings that they have by default, by any name. */
const ASKING: Readonly<Record<string, Make>> = ASKING_METHODS;

/** Methods that ask nobody, to compare with. */
const SILENT = ["position", "random"] as const;

/** Names of all methods, in the order of tables. */
export const ATTRIBUTORS: readonly string[] = [...ATTRIBUTOR_NAMES, ...SILENT];

/** Scorers that learn, as members of ensembles. */
const LEARNING: Readonly<Record<string, FitScorer>> = { logit: fitLogitScorer, position: fitPositionScorer };

/** Names of what ensembles can be made of. */
export const MEMBERS: readonly string[] = [...ATTRIBUTOR_NAMES, ...Object.keys(LEARNING)];

/** Whether a name is that of a method, or names the members of an ensemble: two or more, joined by +. */
export function isAttributor(name: string): boolean {
  const members = membersOf(name);
  if (members.length < 2) return ATTRIBUTORS.includes(name);
  return members.every((member) => MEMBERS.includes(member)) && new Set(members).size === members.length;
}

/** Whether a method, or a member of an ensemble, asks language models. */
export function asksModels(name: string): boolean {
  return membersOf(name).some((member) => Object.hasOwn(ASKING, member));
}

function membersOf(name: string): readonly string[] {
  return name.split("+");
}

/** A method that takes part in an evaluation. */
export interface Contender {
  readonly name: string;
  /** The method as it may judge the trajectory at this position: none that learns has learnt from it. */
  readonly attributorFor: (index: number) => Attributor;
}

/**
 * @param name  of a method, as {@link isAttributor} has it
 * @param cases what is judged; a method that learns, does so from all but the one that it judges, or from the other half
 */
export function contenderOf(name: string, options: ContenderOptions, cases: readonly Case[]): Contender {
  const members = membersOf(name);
  if (members.length > 1) {
    const { seed, withTruth = false } = options;
    const attributors = members.flatMap((member) => ASKING[member]?.(options) ?? []);
    const fitted = members.flatMap((member) => LEARNING[member] ?? []);
    return ensembleContender({ name, attributors, fitted, cases, withTruth, seed });
  }
  const make = ASKING[name];
  if (make !== undefined) return same(name, make(options));
  if (name === "random") return same(name, randomAttributor(options.seed));
  return {
    name,
    attributorFor: (index) =>
      positionAttributor(cases.flatMap(({ trajectory }, other) => (other === index ? [] : trajectory))),
  };
}

function same(name: string, attributor: Attributor): Contender {
  return { name, attributorFor: () => attributor };
}
