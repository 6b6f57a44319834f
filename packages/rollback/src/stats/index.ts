// Figures of the agents of a database, over all of their runs.
export type { AgentStats } from "./agent-stats.ts";
export { readAgentStats } from "./read-agent-stats.ts";
