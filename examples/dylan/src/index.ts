export { dylanGraph } from "./team/dylan-graph.ts";
export type { DylanGraph, DylanOptions } from "./team/dylan-graph.ts";
export { dylanInput } from "./team/dylan-input.ts";
export { verifyAgreedAnswer } from "./team/verify-agreed-answer.ts";
export { PERSUADED, simulatedAgents } from "./simulated/simulated-agents.ts";
