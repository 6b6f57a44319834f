import { type Redact, redactValue } from "@langgraph-rollback/attribution";
import type { Step, StepError, ToolCall } from "@langgraph-rollback/attribution/trajectory";

import type { Evidence } from "./evidence.ts";
import { asLine } from "./frame.ts";

/**
 * @internal The steps with each value redacted as the trace has it, before lines are made of it or it is
 * shortened: a secret can span lines, and half of one is not recognised.
 */
export function redactSteps(steps: readonly Step[], redact: Redact | undefined): readonly Step[] {
  if (redact === undefined) return steps;
  return steps.map((step) => ({
    ...step,
    agent: redactValue(step.agent, redact),
    ...(step.to === undefined ? {} : { to: redactValue(step.to, redact) }),
    ...(step.purpose === undefined ? {} : { purpose: redactValue(step.purpose, redact) }),
    content: redactValue(step.content, redact),
    ...(step.toolCalls === undefined
      ? {}
      : { toolCalls: step.toolCalls.map((call) => redactCall(call, redact)) }),
    ...(step.error === undefined ? {} : { error: redactError(step.error, redact) }),
  }));
}

/**
 * @internal Evidence about a run, redacted, for methods that shorten it: agents keep their names here, by which a method finds
 * them again; in a prompt they are redacted like all else.
 */
export function redactEvidence(evidence: Evidence, redact: Redact | undefined): Evidence {
  if (redact === undefined) return evidence;
  const { groundTruth, reason, trajectory } = evidence;
  const { outcome, task } = trajectory;
  const steps = redactSteps(trajectory.steps, redact).map((step, i) => ({
    ...step,
    agent: trajectory.steps[i]?.agent ?? step.agent,
  }));
  return {
    trajectory: {
      ...trajectory,
      task: redactValue(task, redact),
      steps,
      ...(outcome?.reason === undefined
        ? {}
        : { outcome: { ...outcome, reason: redactValue(outcome.reason, redact) } }),
    },
    ...(reason === undefined ? {} : { reason: redactValue(reason, redact) }),
    ...(groundTruth === undefined ? {} : { groundTruth: redactValue(groundTruth, redact) }),
  };
}

function redactError({ message, name }: StepError, redact: Redact): StepError {
  return { name: redactValue(name, redact), message: redactValue(message, redact) };
}

function redactCall({ args, name, ...rest }: ToolCall, redact: Redact): ToolCall {
  // As it will be written: dates are texts, for example.
  const written: unknown = JSON.parse(asLine(args ?? null));
  return { ...rest, name: redactValue(name, redact), args: redactValue(written, redact) };
}
