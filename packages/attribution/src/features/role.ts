import type { StepReading } from "./step-reading.ts";

/** Part of a step in its run. */
export type Role = "user" | "tool" | "thought" | "dispatch" | "end" | "worker";

const USER = /^(user|human)/iu;
const TOOL = /tool|terminal|executor|environment|interpreter/iu;
const PLANNER = /orchestrator|planner|manager|supervisor|coordinator|router/iu;
const THOUGHT = /thought|thinking|reasoning/iu;
const DISPATCH = /->|→|dispatch|handoff/iu;
const END = /terminat|finish/iu;
const CODE_OUTPUT = /^\s*exitcode:/iu;
const END_WORDS = /^\s*(terminate|<end>|done)\W*$/iu;

/** Longest text of an agent's name that is looked at: names are untrusted too. */
const NAME_LENGTH = 200;

/** Guesses the role of a step from its kind, its agent's name and how its text begins. */
export function roleOf({ step, text }: StepReading): Role {
  const agent = step.agent.slice(0, NAME_LENGTH);
  const opening = text.slice(0, NAME_LENGTH);
  if (step.kind === "user" || USER.test(agent)) return "user";
  if (step.kind === "tool" || TOOL.test(agent) || CODE_OUTPUT.test(opening)) return "tool";
  if (END.test(agent) || (text.length < NAME_LENGTH && END_WORDS.test(opening))) return "end";
  if (DISPATCH.test(agent)) return "dispatch";
  if (THOUGHT.test(agent) || PLANNER.test(agent)) return "thought";
  return "worker";
}
