import type { Step } from "@langgraph-rollback/attribution/trajectory";
import type { RecordedStep } from "langgraph-rollback";

import type { StepTokens, StepView } from "../shared/view/thread-view.ts";
import { oneLine } from "../shared/words/shortened.ts";

/** Characters of a step's summary. */
const SUMMARY = 280;
/** Characters of a name: of an agent, a node, a tool. */
const NAME = 120;
/** Tools that a row names. */
const TOOLS = 20;

/** A step as a row shows it. */
export function stepViewOf(step: Step & Partial<Pick<RecordedStep, "enclosing" | "tokens">>): StepView {
  const { index, agent, content, kind, toolCalls = [], error, startedAt, endedAt, origin, tokens } = step;
  return {
    index,
    agent: oneLine(agent, NAME),
    node: origin && oneLine(origin.node, NAME),
    kind,
    summary: oneLine(content, SUMMARY),
    tools: toolCalls.slice(0, TOOLS).map(({ name }) => oneLine(name, NAME)),
    error: error && oneLine(`${error.name}: ${error.message}`, SUMMARY),
    startedAt,
    ...(startedAt === undefined || endedAt === undefined
      ? {}
      : { ms: Math.max(Date.parse(endedAt) - Date.parse(startedAt), 0) }),
    superstep: origin?.superstep,
    tokens: tokens && shownTokens(tokens),
    depth: step.enclosing?.length ?? 0,
  };
}

/** @internal A step's tokens without those who report them. */
export function shownTokens({ input, output, cacheRead }: StepTokens): StepTokens {
  return { input, output, ...(cacheRead === undefined ? {} : { cacheRead }) };
}
