import { largest, type Trajectory } from "../trajectory/index.ts";

import { calledTools } from "./called-tools.ts";
import { fittedScorer } from "./fitted-scorer.ts";
import { explainShares } from "./share-explanation.ts";
import type { FittedScorer } from "./step-scorer.ts";
import { soundsReading } from "./tool-words.ts";

/** Tools whose nature the caller knows, by name: from `effects` declarations, or from the hint `readOnlyHint` of MCP. */
export interface KnownTools {
  /** Names of tools that only read. */
  readonly reads?: readonly string[];
  /** Names of tools that write. A tool that is in both lists writes. */
  readonly writes?: readonly string[];
}

/**
 * Blames the first step that changes the world. Needs no labels: it is a baseline that other scorers have to beat.
 *
 * A step writes if it calls a tool that writes. Without a word of the caller a tool reads if its name begins with a verb
 * of reading, such as `get` or `search`, and else writes. Where no step of a run has `toolCalls`, lines of text that begin
 * with `[tool_call NAME` are calls.
 *
 * The n-th writing step weighs 1 / n. Of w writing steps, each other step weighs 1 / (w + 1). Shares are proportional to
 * the weights. Where no step writes, all are equal.
 *
 * @param known tools whose nature is known. Default: none
 */
export function firstWriteScorer({ reads = [], writes = [] }: KnownTools = {}): FittedScorer {
  const model = { kind: "first-write", rule: 1, reads: sorted(reads), writes: sorted(writes) } as const;
  const [reading, writing] = [new Set(reads), new Set(writes)];
  const isWrite = (tool: string): boolean =>
    writing.has(tool) || (!reading.has(tool) && !soundsReading(tool));
  const ranksOf = (trajectory: Trajectory): readonly (number | undefined)[] => {
    let rank = 0;
    return calledTools(trajectory).map((tools) => (tools.some(isWrite) ? (rank += 1) : undefined));
  };
  return fittedScorer(
    model,
    (trajectory) => sharesOf(ranksOf(trajectory)),
    (trajectory, steps) => {
      const ranks = ranksOf(trajectory);
      return explainShares(sharesOf(ranks), steps, (step) => rankWords(ranks[step], ranks));
    },
  );
}

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();

/** @param ranks of the writing steps, from 1; shape [l] */
function sharesOf(ranks: readonly (number | undefined)[]): readonly number[] {
  const last = 1 + largest(ranks.map((rank) => rank ?? 0));
  const weights = ranks.map((rank) => 1 / (rank ?? last));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function rankWords(rank: number | undefined, ranks: readonly (number | undefined)[]): string {
  const writing = ranks.filter((each) => each !== undefined).length;
  if (writing === 0) return "calls no tool that writes, and no other step does: all steps are equal";
  if (rank === undefined) return `calls no tool that writes; ${writing} of ${ranks.length} steps do`;
  return rank === 1
    ? "is the first that calls a tool that writes"
    : `calls a tool that writes, as number ${rank} of ${writing} steps that do`;
}
