import type { Step, Trajectory } from "../trajectory.ts";

/** Part of a step in which a text stands: arguments of its tool calls, its output, or the message of its exception. */
export type Place = "arguments" | "output" | "error";

/** One text of a run. */
export interface TraceText {
  readonly place: Place;
  readonly text: string;
}

/** All texts of one step, or of the run's input. */
export interface TraceSource {
  /** The input is the task and the instructions. */
  readonly from: number | "input";
  readonly texts: readonly TraceText[];
}

/** Stands between the arguments of a call, so that no text runs across them. */
const BETWEEN = "\u0000";

/** The texts of a run in the order in which they came up: its input, then its steps. */
export function traceSources({ instructions = {}, steps, task }: Trajectory): readonly TraceSource[] {
  const input = [task, ...Object.values(instructions)].map((text) => ({ place: "output" as const, text }));
  return [
    { from: "input", texts: input },
    ...steps.map((step) => ({ from: step.index, texts: textsOf(step) })),
  ];
}

function textsOf({ content, error, toolCalls = [] }: Step): readonly TraceText[] {
  return [
    { place: "output", text: content },
    ...toolCalls.map(({ args }) => ({ place: "arguments" as const, text: leavesOf(args).join(BETWEEN) })),
    ...(error === undefined ? [] : [{ place: "error" as const, text: error.message }]),
  ];
}

/** Texts and numbers inside of a value, in order; keys are names, not values. Any depth. */
function leavesOf(value: unknown): readonly string[] {
  const leaves: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") leaves.push(next);
    else if (typeof next === "number" || typeof next === "bigint") leaves.push(String(next));
    else if (typeof next === "object" && next !== null) {
      const inner: unknown[] = Object.values(next);
      for (let at = inner.length - 1; at >= 0; at -= 1) left.push(inner[at]);
    }
  }
  return leaves;
}
