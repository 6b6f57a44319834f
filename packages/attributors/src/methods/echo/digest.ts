import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { asLine } from "../../asking/text/frame.ts";
import { stepLine } from "../../asking/text/transcript.ts";
import { contextLevels, type ContextLevel } from "./context-levels.ts";
import { extract } from "./extract.ts";

/** @internal Extracts that stand in for a step's content at a level below full. */
export type Extracts = (step: Step, level: Exclude<ContextLevel, "full">) => string;

/** @internal The rule by which digests are made. Another text means other digests. */
export const DIGEST_RULE = "by distance, the last step in full";

/** @internal Extraction by patterns; it asks nobody. */
export const patternExtracts: Extracts = ({ content }, level) => extract(content, level);

/**
 * @internal The whole trace, one step a line, each at the level of its distance from the nearest step in question. The last step,
 * which has the final answer, is always in full.
 *
 * @param inQuestion 0-based steps
 */
export function digest(
  { steps }: Pick<Trajectory, "steps">,
  inQuestion: readonly number[],
  extracts: Extracts = patternExtracts,
): string {
  const levels = contextLevels(steps.length, inQuestion);
  const levelOf = (index: number): ContextLevel =>
    index === steps.length - 1 ? "full" : (levels[index] ?? "milestone");
  return steps.map((step, index) => lineAt(step, levelOf(index), extracts)).join("\n");
}

/** `detail` is there only where something is left out; calls keep the names of their tools. */
function lineAt(step: Step, level: ContextLevel, extracts: Extracts): string {
  if (level === "full") return stepLine(step);
  const { index, agent, toolCalls, error } = step;
  const content = extracts(step, level);
  const cut = content !== step.content || toolCalls?.some(({ args }) => !isEmpty(args)) === true;
  return asLine({
    step: index + 1,
    agent,
    detail: cut ? level : undefined,
    content,
    calls: toolCalls?.map(({ name }) => ({ name })),
    error: error?.name,
  });
}

function isEmpty(args: unknown): boolean {
  return args === undefined || args === null || (typeof args === "object" && Object.keys(args).length === 0);
}
