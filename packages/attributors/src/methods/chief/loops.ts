import type { Step } from "@langgraph-rollback/attribution/trajectory";

import type { LoopGroup } from "./graph.ts";

/** Share of words that two texts have to have in common to say much the same. */
const ALIKE = 0.6;
/** A round with more steps than this is no round of a loop any more. */
const LONGEST_ROUND = 6;

/**
 * @internal Finds where agents go round in circles: the same agents in the same order at least twice in a row, at least one
 * of whom says much the same each time. Loops do not overlap; of those that begin at a step the longest counts, and of
 * equally long ones that with the shortest rounds.
 */
export function loopGroups(steps: readonly Step[]): readonly LoopGroup[] {
  const words = steps.map(({ content }) => wordsOf(content));
  const found: LoopGroup[] = [];
  for (let start = 0; start < steps.length; start += 1) {
    const loop = longestLoop(steps, words, start);
    if (loop === undefined) continue;
    found.push(loop);
    start = loop.end;
  }
  return found;
}

function longestLoop(
  steps: readonly Step[],
  words: readonly ReadonlySet<string>[],
  start: number,
): LoopGroup | undefined {
  let longest: LoopGroup | undefined;
  for (let period = 1; period <= LONGEST_ROUND; period += 1) {
    let end = start + period - 1;
    while (isRepeated(steps, words, end + 1, period)) end += period;
    const repeated = end >= start + period;
    if (repeated && end > (longest?.end ?? -1)) longest = { start, end, period };
  }
  return longest;
}

/** Whether the round that begins at a step repeats the round before it. */
function isRepeated(
  steps: readonly Step[],
  words: readonly ReadonlySet<string>[],
  start: number,
  period: number,
): boolean {
  const offsets = Array.from({ length: period }, (_, offset) => start + offset);
  const sameAgents = offsets.every((at) => {
    const agent = steps[at]?.agent;
    return agent !== undefined && agent === steps[at - period]?.agent;
  });
  return sameAgents && offsets.some((at) => areAlike(words[at], words[at - period]));
}

function areAlike(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): boolean {
  if (one.size === 0 || other.size === 0) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) >= ALIKE;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []);
}
