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

/** Characters of a run that are looked through: more than long runs have. A run may hold more of whatever others wrote. */
const MOST_CHARACTERS = 2_000_000;

/**
 * The first step with texts that `valueLinks` and `originOf` do not look through, since those before are too long.
 *
 * @returns `undefined` where they look through all; "input" where the task and the instructions alone are too long
 * @example
 * unreadFrom(trajectory); // undefined
 */
export const unreadFrom = (trajectory: Trajectory): number | "input" | undefined =>
  readTexts(trajectory).unread;

/** The texts of a run in the order in which they came up: its input, then its steps. Those beyond the bound are not among them. */
export const traceSources = (trajectory: Trajectory): readonly TraceSource[] => readTexts(trajectory).sources;

function readTexts(trajectory: Trajectory): {
  readonly sources: readonly TraceSource[];
  readonly unread: number | "input" | undefined;
} {
  const sources: TraceSource[] = [];
  let left = MOST_CHARACTERS;
  for (const { from, parts } of partsOf(trajectory)) {
    const texts: TraceText[] = [];
    for (const part of parts) {
      if (part.text.length > left) return { sources: [...sources, { from, texts }], unread: from };
      left -= part.text.length;
      texts.push(part);
    }
    sources.push({ from, texts });
  }
  return { sources, unread: undefined };
}

/** All texts, each made when it is asked for. */
function* partsOf({ instructions = {}, steps, task }: Trajectory): Generator<{
  readonly from: number | "input";
  readonly parts: Iterable<TraceText>;
}> {
  const input = [task, ...Object.values(instructions)].map((text) => ({ place: "output" as const, text }));
  yield { from: "input", parts: input };
  for (const step of steps) yield { from: step.index, parts: textsOf(step) };
}

function* textsOf({ content, error, toolCalls = [] }: Step): Generator<TraceText> {
  yield { place: "output", text: content };
  for (const { args } of toolCalls) yield { place: "arguments", text: leavesOf(args).join(BETWEEN) };
  if (error !== undefined) yield { place: "error", text: error.message };
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
