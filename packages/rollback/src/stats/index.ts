// What the runs of a database tell of its agents, in sum.
export type { AgentStats } from "./agent-stats.ts";
export { readAgentStats } from "./read-agent-stats.ts";
