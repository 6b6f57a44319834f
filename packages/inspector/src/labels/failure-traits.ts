import type { AttemptView } from "../shared/view/thread-view.ts";
import { rejection } from "../shared/words/outcome-words.ts";

/** Traits by which failures are told apart. Nothing of it comes from a scorer. */
export interface FailureTraits {
  /** Words of the verdict or of the exception, without numbers. */
  readonly verdict: ReadonlySet<string>;
  /** Its agents, which followed which, its tools and its errors. */
  readonly path: ReadonlySet<string>;
}

/** A verdict may quote whatever the agent said. */
const MOST_WORDS = 200;

/** Share of their traits that two alike failures have in common, at the least, by verdict and by path. */
const COMMON = 0.5;

/** Traits of a failed attempt that are seen at a glance. */
export function failureTraits(attempt: Pick<AttemptView, "outcome" | "steps">): FailureTraits {
  const words = (rejection(attempt) ?? "").toLowerCase().match(/\p{L}+/gu) ?? [];
  return { verdict: new Set(words.slice(0, MOST_WORDS)), path: new Set(attempt.steps.flatMap(pathAt)) };
}

function pathAt(
  { agent, error, tools }: AttemptView["steps"][number],
  index: number,
  steps: AttemptView["steps"],
): readonly string[] {
  const before = steps[index - 1];
  return [
    `agent ${agent}`,
    ...(before === undefined ? [] : [`agents ${JSON.stringify([before.agent, agent])}`]),
    ...tools.map((tool) => `tool ${tool}`),
    ...(error === undefined ? [] : [`error ${error.split(":", 1)[0] ?? ""}`]),
  ];
}

/** Whether two failures are alike: their verdicts share half of their words, and their runs half of what they did. */
export function areAlike(one: FailureTraits, other: FailureTraits): boolean {
  return common(one.verdict, other.verdict) >= COMMON && common(one.path, other.path) >= COMMON;
}

/** Share of the members of both sets that are in both; 1 of two empty sets. */
function common(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((each) => other.has(each)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 1 : shared / all;
}
