import { type Redact, redactValue } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { shownAgent } from "../asking/text/shown-agent.ts";

/** Hints for telling which agent is meant. */
interface NameHint {
  /** Function applied to names before the model read them: it may know agents by nothing else. */
  readonly redact?: Redact | undefined;
  /** The step to which the name belongs, 0-based. Ties go to the agent that acted at this step. */
  readonly step?: number | undefined;
}

/**
 * @internal The agent of a trajectory that a model means: the same name, or the same but for case, spaces and punctuation
 * where only one agent is like that.
 *
 * @returns the name as the trajectory writes it; `undefined` for a name that nobody has
 */
export function knownAgent(
  { steps }: Pick<Trajectory, "steps">,
  named: string,
  { redact, step }: NameHint = {},
): string | undefined {
  const agents = [...new Set(steps.map(({ agent }) => agent))];
  if (agents.includes(named)) return named;
  const isNamed = (name: string): boolean =>
    isLike(name, named) || isLike(redact && redactValue(name, redact), named);
  const shown = new Set(steps.flatMap((each) => (isNamed(shownAgent(each)) ? each.agent : [])));
  const alike = agents.filter((agent) => shown.has(agent) || isNamed(agent));
  if (alike.length === 1) return alike[0];
  return alike.find((agent) => agent === steps[step ?? -1]?.agent);
}

function isLike(name: string | undefined, named: string): boolean {
  if (name === undefined) return false;
  return name === named || (plain(named) !== "" && plain(name) === plain(named));
}

function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");
}
