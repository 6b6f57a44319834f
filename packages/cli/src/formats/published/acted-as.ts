import type { Step } from "@langgraph-rollback/attribution/trajectory";

/** The acting agent, and the meaning of the bracket: `Orchestrator (-> WebSurfer)` addressed WebSurfer, `Orchestrator (thought)` thought. */
export function actedAs(role: string): Pick<Step, "agent" | "to" | "purpose"> {
  const bracket = role.indexOf("(");
  const agent = (bracket < 0 ? role : role.slice(0, bracket)).trim();
  if (agent === "") return { agent: role };
  const said =
    bracket < 0
      ? ""
      : role
          .slice(bracket + 1)
          .replace(/\)\s*$/, "")
          .trim();
  if (said === "") return { agent };
  return said.startsWith("->") ? { agent, to: said.slice(2).trim() } : { agent, purpose: said };
}
