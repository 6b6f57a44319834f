import type { Trajectory } from "@langgraph-rollback/trajectory";

/**
 * @internal The agent of a trajectory that a model means: the same name, or the same but for case, spaces and punctuation
 * where only one agent is like that.
 *
 * @returns the name as the trajectory writes it; `undefined` for a name that nobody has
 */
export function knownAgent({ steps }: Pick<Trajectory, "steps">, named: string): string | undefined {
  const agents = [...new Set(steps.map(({ agent }) => agent))];
  if (agents.includes(named)) return named;
  const alike = agents.filter((agent) => plain(agent) === plain(named));
  return alike.length === 1 ? alike[0] : undefined;
}

function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");
}
