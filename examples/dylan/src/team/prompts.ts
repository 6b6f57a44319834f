const COMMON = [
  "You are one of several agents that solve a word problem in arithmetic independently, round by round.",
  "Take notes about earlier attempts seriously.",
].join(" ");

/** Roles of the agents; more agents than roles share them in turn. */
const ROLES = [
  "a mathematician: you set up the calculation with care",
  "an accountant: you keep track of every quantity",
  "a teacher: you explain each part so that it can be checked",
  "a programmer: you break the problem into small parts",
];

const SOLUTION =
  "Write a whole solution: first the parts that it takes, one a line, numbered `1.`, `2.`, …, each with the quantities or earlier parts that it uses in brackets; then a line for each part with its calculation as `6*140 = 840`; at last, on a line of its own, `ANSWER: ` and a bare number.";

/** @param agent counted from 1 */
export function agentPrompt(agent: number): string {
  const role = ROLES[(agent - 1) % ROLES.length] ?? "";
  return `You are the solver, ${role}. You may be given solutions of the round before, your own among them: compare them, and give an updated one. Otherwise solve the problem yourself. ${SOLUTION}\n${COMMON}`;
}

export const RANKER_PROMPT = `You are the ranker. You are given solutions by several agents. Order the agents by the quality of their solutions, best first, all in one list, on a line of its own, as \`RANKING: agent-2, agent-1\`.\n${COMMON}`;

/** Cue to an agent when it is its turn; comes last. */
export const turnCue = (name: string, round: number): string => `It is your turn, ${name} in round ${round}.`;
