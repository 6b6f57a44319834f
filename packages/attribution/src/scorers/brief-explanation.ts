import type { StepExplanation } from "./step-explanation.ts";

/** Number of parts that are listed: more would not be read, and explanations may be stored with each failed attempt. */
const PARTS = 6;

/** The explanation with the six parts that weigh most; of the others only what they add up to. */
export function briefExplanation({ parts, rest, ...explanation }: StepExplanation): StepExplanation {
  const [shown, hidden] = [parts.slice(0, PARTS), parts.slice(PARTS)];
  const logit = hidden.reduce((sum, part) => sum + (part.logit ?? 0), rest?.logit ?? 0);
  const left = hidden.length + (rest?.parts ?? 0);
  return { ...explanation, parts: shown, ...(left === 0 ? {} : { rest: { parts: left, logit } }) };
}
