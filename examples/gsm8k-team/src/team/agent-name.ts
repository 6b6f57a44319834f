/** The agents of the team in the order in which they speak; also the names of the graph's nodes and of their messages. */
const AGENT_NAMES = ["planner", "solver", "checker", "answerer"] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

export function isAgentName(name: string): name is AgentName {
  return AGENT_NAMES.some((known) => known === name);
}
