import { ATTRIBUTOR_NAMES, type AttributorName } from "@langgraph-rollback/attributors/names";

/** Methods that ask nobody, to compare with. */
const SILENT = ["position", "random"] as const;

/** Rules of thumb that ask nobody and read no text, to compare with. Every table has them. */
export const BASELINES = ["most-blamed", "most-active", "first-step", "last-step", "first-write"] as const;

/** Name of a rule of thumb. */
export type BaselineName = (typeof BASELINES)[number];

/** Scorers that learn, as members of ensembles. */
const LEARNING = ["logit", "position"] as const;

/** Name of a scorer that learns. */
export type LearningName = (typeof LEARNING)[number];

/** Names of all methods, in the order of tables; rules of thumb are not among them. */
export const ATTRIBUTORS: readonly string[] = [...ATTRIBUTOR_NAMES, ...SILENT];

/** Names of what ensembles can be made of. */
export const MEMBERS: readonly string[] = [...ATTRIBUTOR_NAMES, ...LEARNING];

/** Whether a name names a method, or the members of an ensemble: two or more, joined by +. */
export function isAttributor(name: string): boolean {
  const members = membersOf(name);
  if (members.length < 2) return ATTRIBUTORS.includes(name) || isBaseline(name);
  return members.every((member) => MEMBERS.includes(member)) && new Set(members).size === members.length;
}

/** Names of an ensemble's members, or the one name that is given. */
export function membersOf(name: string): readonly string[] {
  return name.split("+");
}

export function isAsking(name: string): name is AttributorName {
  return ATTRIBUTOR_NAMES.some((each) => each === name);
}

export function isBaseline(name: string): name is BaselineName {
  return BASELINES.some((each) => each === name);
}

export function isLearning(name: string): name is LearningName {
  return LEARNING.some((each) => each === name);
}

/** Whether a method, or a member of an ensemble, asks language models. */
export function asksModels(name: string): boolean {
  return membersOf(name).some(isAsking);
}
