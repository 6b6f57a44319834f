import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Analysis } from "./analysis.ts";
import { stepBeliefs } from "./beliefs.ts";

/** The most steps that the second round puts in question. */
const MOST_SUSPECTS = 5;

/**
 * @internal Before anybody has looked: where each agent enters and where it leaves.
 *
 * @returns 0-based, ascending, without repeats
 */
export function firstAndLastOfAgents({ steps }: Pick<Trajectory, "steps">): readonly number[] {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { agent, index } of steps) {
    if (!first.has(agent)) first.set(agent, index);
    last.set(agent, index);
  }
  return ascending([...first.values(), ...last.values()]);
}

/**
 * @internal Suspects of the first round: the steps that its analyses believe in most, on average, earlier ones first
 * among equals.
 *
 * @returns 0-based, ascending; as before anybody has looked where the analyses name no step
 */
export function suspects(
  trajectory: Pick<Trajectory, "steps">,
  analyses: readonly Analysis[],
): readonly number[] {
  const beliefs = stepBeliefs(trajectory, analyses);
  const named = beliefs
    .flatMap((belief, step) => (belief > 0 ? [{ belief, step }] : []))
    .toSorted((a, b) => b.belief - a.belief || a.step - b.step)
    .slice(0, MOST_SUSPECTS);
  return named.length === 0 ? firstAndLastOfAgents(trajectory) : ascending(named.map(({ step }) => step));
}

/** @internal The usual course, for estimates: as many suspects as there may be, spread evenly over the trace. */
export function usualSuspects({ steps }: Pick<Trajectory, "steps">): readonly number[] {
  const count = Math.min(MOST_SUSPECTS, steps.length);
  return ascending(
    Array.from({ length: count }, (_, place) => Math.floor(((place + 0.5) * steps.length) / count)),
  );
}

function ascending(steps: readonly number[]): readonly number[] {
  return [...new Set(steps)].toSorted((a, b) => a - b);
}
