import type { Step, Trajectory } from "@langgraph-rollback/trajectory";

import type { Evidence } from "./attributor.ts";
import { fitLines } from "./fit-lines.ts";
import { asLine, type FramedText } from "./frame.ts";

/** @internal A step as a line of the trace: what models read of it. Steps are counted from 1 in prompts. */
export function stepLine(step: Step, content: string = step.content): string {
  const { index, agent, toolCalls, error } = step;
  return asLine({
    step: index + 1,
    agent,
    content,
    ...(toolCalls === undefined ? {} : { calls: toolCalls.map(({ name, args }) => ({ name, args })) }),
    ...(error === undefined ? {} : { error: error.name }),
  });
}

/** @internal All steps of a trajectory, or those in a range, one a line. */
export function traceText({ steps }: Pick<Trajectory, "steps">): string {
  return steps.map((step) => stepLine(step)).join("\n");
}

/** @internal What a method shows of a failed run: task, why it was rejected, the right answer if known, the trace. */
export function evidenceTexts(
  evidence: Evidence,
  trace: string = traceText(evidence.trajectory),
): readonly FramedText[] {
  const { trajectory, groundTruth } = evidence;
  const reason = evidence.reason ?? trajectory.outcome?.reason;
  return [
    { label: "task", text: asLine(trajectory.task) },
    ...(groundTruth === undefined ? [] : [{ label: "right answer", text: asLine(groundTruth) }]),
    ...(reason === undefined ? [] : [{ label: "rejection", text: asLine(reason) }]),
    { label: "trace", text: trace },
  ];
}

/** @internal A trace that fits, and what was done to make it so. */
export interface FittedTrace {
  readonly text: string;
  /** Says what was shortened; empty if nothing was. */
  readonly problems: readonly string[];
}

/**
 * @internal The trace in at most `budget` tokens where that is possible: see {@link fitLines}. Judges do the same to a
 * prompt that is too long for their model; a method that wants to know beforehand does it here.
 */
export function fitTrace({ trajectory }: Pick<Evidence, "trajectory">, budget: number): FittedTrace {
  const { text, shortened } = fitLines(traceText(trajectory), budget);
  const problems = shortened === 0 ? [] : [`The trace was too long: ${shortened} steps were shortened.`];
  return { text, problems };
}
