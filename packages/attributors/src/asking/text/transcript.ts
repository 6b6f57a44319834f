import type { Redact } from "@langgraph-rollback/attribution";
import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Evidence } from "./evidence.ts";
import { fitLines } from "./fit-lines.ts";
import { asLine, type FramedText } from "./frame.ts";
import { redactSteps } from "./redact-steps.ts";
import { terseTrace } from "./terse-trace.ts";

/** @internal A step as a line of the trace: what models read of it. Steps are counted from 1 in prompts. */
export function stepLine(step: Step, content: string = step.content): string {
  const { index, agent, to, purpose, toolCalls, error } = step;
  return asLine({
    step: index + 1,
    agent,
    // Fields that are undefined do not stand in JSON.
    to,
    purpose,
    content,
    calls: toolCalls?.map(({ name, args }) => ({ name, args })),
    error: error?.name,
  });
}

/** @internal All steps of a trajectory, or those in a range, one a line. */
export function traceText({ steps }: Pick<Trajectory, "steps">): string {
  return steps.map((step) => stepLine(step)).join("\n");
}

/** @internal Texts that a method shows of a failed run: task, why it was rejected, the right answer if known, the trace. */
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

/**
 * @internal The same with the trace, or some of its steps, written tersely: see {@link terseEvidence}.
 *
 * @param redact applied to the steps here, as lines are made of them; judges apply it to everything else
 */
export function terseTexts(
  evidence: Evidence,
  redact: Redact | undefined,
  steps: readonly Step[] = evidence.trajectory.steps,
): readonly FramedText[] {
  return terseEvidence(evidence, terseTrace(redactSteps(steps, redact)), steps[0]?.index);
}

/**
 * @internal Texts that a method shows of a failed run, with a trace that is written tersely. The task is not shown again where the
 * trace begins with it, as prompts say that show such a trace.
 *
 * @param from the first step that the trace shows, 0-based
 */
export function terseEvidence(evidence: Evidence, trace: string, from = 0): readonly FramedText[] {
  const texts = evidenceTexts(evidence, trace);
  const isTold = from === 0 && beginsWithTask(evidence.trajectory);
  return isTold ? texts.filter(({ label }) => label !== "task") : texts;
}

function beginsWithTask({ steps: [first], task }: Pick<Trajectory, "steps" | "task">): boolean {
  const said = first?.content.trimStart() ?? "";
  const wanted = task.trim();
  return wanted !== "" && said.startsWith(wanted) && /^(?:\s|$)/.test(said.slice(wanted.length));
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
