import type { Step, Trajectory } from "../trajectory/index.ts";

/** A call that stands in the text of a labelled trace, at the beginning of a line: `[tool_call get_order {"id": 1}]`. */
const QUOTED_CALL = /^\[tool_call ([^\s\]]+)/gm;

/**
 * Names of the tools that each step calls, shape [l, calls].
 *
 * Published traces have no `toolCalls`. Where no step of a run has any, calls are read from lines of text that begin with
 * `[tool_call NAME`. Where one step has them, the text of steps counts nowhere.
 */
export function calledTools({ steps }: Pick<Trajectory, "steps">): readonly (readonly string[])[] {
  const isRecorded = steps.some(({ toolCalls = [] }) => toolCalls.length > 0);
  return steps.map(isRecorded ? recorded : quoted);
}

const recorded = ({ toolCalls = [] }: Step): readonly string[] => toolCalls.map(({ name }) => name);

const quoted = ({ content }: Step): readonly string[] =>
  [...content.matchAll(QUOTED_CALL)].flatMap(([, name]) => name ?? []);
