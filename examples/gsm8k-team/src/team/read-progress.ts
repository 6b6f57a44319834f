import type { BaseMessage } from "@langchain/core/messages";
import type { AgentName } from "./agent-name.ts";

/** More parts than any of the problems has; a model that lists more of them is not followed further. */
const MOST_PARTS = 12;

/** How far the team has got. */
export interface Progress {
  /** The planner's sub-questions; none before it has spoken. */
  readonly parts: readonly string[];
  /** How many of them the solver has worked out. */
  readonly solved: number;
}

/** Reads the plan, its numbered lines, and the number of parts done; a plan without such lines is one part. */
export function readProgress(messages: readonly BaseMessage[]): Progress {
  const said = (agent: AgentName): readonly BaseMessage[] =>
    messages.filter(({ name, type }) => name === agent && type === "ai");
  const plan = said("planner").at(-1)?.text;
  const parts = plan?.split("\n").flatMap((line) => /^\d+[.)]\s+(.+)$/s.exec(line.trim())?.[1] ?? []) ?? [];
  const whole = plan === undefined ? [] : ["the question as a whole"];
  return { parts: parts.length > 0 ? parts.slice(0, MOST_PARTS) : whole, solved: said("solver").length };
}
