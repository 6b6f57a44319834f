import { consensusOf, heldLabels } from "../shared/labels/consensus.ts";
import type { Label } from "../shared/labels/label.ts";

/** The result of an attempt that its labellers agree on. */
export type SettledRun =
  | {
      readonly right: boolean;
      /** Time of the last label, ISO 8601, UTC. */
      readonly at: string;
      /** Number of the attempt's steps at the last label: with another number, the label is about another result. */
      readonly steps: number;
    }
  | {
      /** "disputed": they contradict each other. "unsure": nobody could say. */
      readonly why: "disputed" | "unsure";
    };

/**
 * Finds the labellers' verdict on an attempt's result.
 *
 * @param labels of one attempt, by the convention for results, oldest first
 */
export function settledRun(labels: readonly Label[]): SettledRun {
  const { kind } = consensusOf(labels);
  const said = heldLabels(labels).findLast(({ verdict }) => verdict.kind !== "unsure");
  if (kind === "disputed") return { why: kind };
  if ((kind !== "right" && kind !== "wrong") || said === undefined) return { why: "unsure" };
  return { right: kind === "right", at: said.at, steps: said.steps };
}
