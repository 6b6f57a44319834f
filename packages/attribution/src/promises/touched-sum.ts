import { atMost } from "../recovery/promise-basis.ts";
import type { KnownPromises, ObservedRuns } from "./known-promises.ts";
import type { PromisePart } from "./promise-parts.ts";

/** Bound of one part of what is touched. */
interface Bound {
  readonly share: number;
  readonly words: string;
}

/**
 * The bounds on right runs that are touched in sum, as a sentence: rejected at their end, stopped by an alarm, stopped by a check. Nothing where fewer than two are known, or where they say nothing in sum.
 *
 * A bound about accepted runs is one about right runs as long as no more are accepted than are right: P(stopped and accepted and right) <= alpha P(accepted) <= alpha P(right).
 */
export function touchedSum(
  parts: readonly PromisePart[],
  { verifier }: KnownPromises,
  { checkFailed }: ObservedRuns,
): string | undefined {
  const alarm = parts.find(({ about }) => about === "stopped-runs");
  const isRejecting = parts.some(({ about }) => about === "right-runs");
  const isChecked = checkFailed !== undefined && checkFailed.of > 0;
  const bounds: readonly Bound[] = [
    ...(isRejecting && verifier !== undefined ? [boundOf(verifier.epsilon, "by the verdict")] : []),
    ...(alarm?.alpha === undefined ? [] : [boundOf(alarm.alpha, "by the alarm")]),
    ...(isChecked
      ? [
          boundOf(
            checkFailed.interval.upper,
            `by checks, as measured on accepted runs (${checkFailed.count} of ${checkFailed.of})`,
          ),
        ]
      : []),
  ];
  const sum = bounds.reduce((total, { share }) => total + share, 0);
  if (bounds.length < 2 || sum >= 1) return undefined;
  const isOfRight = isRejecting || alarm?.rightBy === "truth";
  const isOfAccepted = isChecked || alarm?.rightBy === "acceptance";
  const who = isOfRight ? "right runs" : "runs that the verifier accepts";
  const act = isRejecting ? "touched" : "stopped early";
  const condition =
    isOfRight && isOfAccepted ? ", as long as the verifier accepts no more runs than are right" : "";
  const each = bounds.map(({ words }) => words);
  return `Together at most ${atMost(sum)} of ${who} are ${act}, ${each.slice(0, -1).join(", ")} and ${each.at(-1) ?? ""}${condition}.`;
}

const boundOf = (share: number, how: string): Bound => ({ share, words: `${atMost(share)} ${how}` });
