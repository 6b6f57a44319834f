import type { Step, ToolCall } from "@langgraph-rollback/trajectory";

import type { Evidence } from "./attributor.ts";
import { asLine } from "./frame.ts";
import { type Redact, redactText } from "./redact-text.ts";

/**
 * @internal The steps with each text redacted as the trace has it, before lines are made of it or it is
 * shortened: a secret can span lines, and half of one is not recognised.
 */
export function redactSteps(steps: readonly Step[], redact: Redact | undefined): readonly Step[] {
  if (redact === undefined) return steps;
  return steps.map((step) => ({
    ...step,
    agent: redact(step.agent),
    content: redact(step.content),
    ...(step.toolCalls === undefined
      ? {}
      : { toolCalls: step.toolCalls.map((call) => redactCall(call, redact)) }),
  }));
}

/**
 * @internal What is known of a run with the contents of its steps redacted, for methods that shorten them: agents keep
 * their names here, by which a method finds them again; in a prompt they are redacted like all else.
 */
export function redactEvidence(evidence: Evidence, redact: Redact | undefined): Evidence {
  if (redact === undefined) return evidence;
  const { trajectory } = evidence;
  const steps = redactSteps(trajectory.steps, redact).map((step, i) => ({
    ...step,
    agent: trajectory.steps[i]?.agent ?? step.agent,
  }));
  return { ...evidence, trajectory: { ...trajectory, steps } };
}

function redactCall({ args, name, ...rest }: ToolCall, redact: Redact): ToolCall {
  const redacted: unknown = JSON.parse(redactText(asLine(args ?? null), redact));
  return { ...rest, name: redact(name), args: redacted };
}
