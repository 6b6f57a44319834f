import {
  ATTRIBUTOR_NAMES,
  type AttributorName,
  type GivenSetting,
  METHOD_SETTINGS,
} from "@langgraph-rollback/attributors/names";

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

/** Whether a setting is for a method: for the one that it names, or for each that has it. */
export function isFor(name: string, { method, name: setting }: GivenSetting): boolean {
  if (method !== undefined) return method === name;
  return (METHOD_SETTINGS[name] ?? []).some((each) => each.name === setting);
}

/**
 * Why a setting cannot be made of these methods, in words; nothing if it can.
 *
 * @param names of methods and ensembles
 */
export function settingFault(given: GivenSetting, names: readonly string[]): string | undefined {
  const { method, name: setting, text } = given;
  const members = [...new Set(names.flatMap(membersOf))];
  if (method !== undefined && !members.includes(method))
    return `Expected a setting of ${members.join(", ")}, got one of "${method}".`;
  const known = members.flatMap((name) =>
    (METHOD_SETTINGS[name] ?? []).map((each) => ({ ...each, of: name })),
  );
  const meant = known.filter((each) => each.name === setting && (method ?? each.of) === each.of);
  if (meant.length === 0) {
    const all = known.map((each) => `${each.of}.${each.name}`).join(", ");
    return `Expected a setting that the methods have (${all || "they have none"}), got "${setting}".`;
  }
  const refused = meant.find(({ read }) => read(text) === undefined);
  return refused && `Expected \`${setting}\` of ${refused.of} to be ${refused.expects}, got "${text}".`;
}
