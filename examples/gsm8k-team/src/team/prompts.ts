import type { AgentName } from "./agent-name.ts";
import type { Progress } from "./read-progress.ts";

const COMMON = [
  "You work in a team that solves word problems in arithmetic: a planner, a solver, a checker and an answerer, who speak in turn.",
  "Read the whole conversation, and take notes about earlier attempts seriously.",
].join(" ");

const TASKS: Readonly<Record<AgentName, string>> = {
  planner:
    "You are the planner. List the sub-questions that lead to the answer, one a line, numbered `1.`, `2.`, …, each with the quantities or earlier parts that it uses in brackets, such as `2. Tony has ? pens (use 4, part 1)`. Do not work anything out.",
  solver:
    "You are the solver. Work out the one part that you are asked for, from the values that stand in the conversation. Write the calculation as `6*140 = 840` and say in a sentence what it means.",
  checker:
    "You are the checker. Go through the parts, put right what is wrong, and end with `Final figure: ` and the number that answers the question.",
  answerer:
    "You are the answerer. Report the final figure, on a line of its own, as `ANSWER: 1596`, a bare number.",
};

/** System prompt of an agent. */
export function systemPrompt(agent: AgentName): string {
  return `${TASKS[agent]}\n${COMMON}`;
}

/** Cue to an agent when it is its turn; comes last and stays out of the shared conversation. */
export function turnCue(agent: AgentName, { parts, solved }: Progress): string {
  if (agent !== "solver") return `It is your turn, ${agent}.`;
  return `It is your turn, solver: work out part ${solved + 1} of ${parts.length}: ${parts[solved] ?? "the question"}`;
}
