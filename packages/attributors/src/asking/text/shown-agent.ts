import type { Step } from "@langgraph-rollback/attribution/trajectory";

/**
 * @internal The agent that acted in a step, with whom it addressed and what it was for, where the trace says so: "Orchestrator (-> WebSurfer)". Models may
 * call the agent by all of it.
 */
export function shownAgent({ agent, purpose, to }: Pick<Step, "agent" | "purpose" | "to">): string {
  const said = [...(to === undefined ? [] : [`-> ${to}`]), ...(purpose === undefined ? [] : [purpose])];
  return said.length === 0 ? agent : `${agent} (${said.join("; ")})`;
}
