/** Names of nodes, and of the messages that they write. */
export const agentName = (agent: number): string => `agent-${agent}`;
export const RANKER = "ranker";
