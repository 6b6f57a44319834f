export { judgeScore, LEAST_SCORE } from "./simulated/simulated-judge.ts";
export { simulatedSolver } from "./simulated/simulated-solver.ts";
export type { TeamMistake } from "./simulated/respond.ts";
export { createTeamGraph } from "./team/team-graph.ts";
export { teamInput } from "./team/team-input.ts";
export { verifyAnswer } from "./team/verify-answer.ts";
