import { asLine, type FramedText } from "../../asking/text/frame.ts";
import { exists, type RafflesRound } from "./candidate.ts";

/** @internal Earlier rounds as the judge reads them, one a line; none if there are none with a candidate. */
export function memoryText(rounds: readonly RafflesRound[]): readonly FramedText[] {
  const lines = rounds.flatMap(({ candidate, confidence, opinions }, index) => {
    if (candidate === undefined) return [];
    const { agent, rationales, step } = candidate;
    return asLine({
      round: index + 1,
      ...(step === undefined ? { fault: "none" } : { step: step + 1, agent }),
      rationales,
      checks: opinions,
      confidence,
    });
  });
  return lines.length === 0 ? [] : [{ label: "earlier rounds", text: lines.join("\n") }];
}

/**
 * @internal The round that decides: among the rounds whose candidate is in the trace or no fault, the one with the highest confidence. The latest of
 * equals wins, as its judge knew the others.
 */
export function bestRound(rounds: readonly RafflesRound[], length: number): RafflesRound | undefined {
  return rounds
    .filter(({ candidate }) => candidate !== undefined && exists(candidate, length))
    .reduce<RafflesRound | undefined>(
      (best, round) => (best === undefined || round.confidence >= best.confidence ? round : best),
      undefined,
    );
}

/**
 * @internal Step scores from all rounds: a step that was a candidate has its highest confidence, as a share of all there is to
 * have. The others share what the best candidate, "no fault" included, leaves of 1 evenly, and have no more than it.
 *
 * @param length number of steps, at least 1
 * @param most   highest sum of confidences that a round can reach
 * @returns shape [length]; `undefined` if no round has a candidate in the trace or no fault
 */
export function historyScores(
  rounds: readonly RafflesRound[],
  length: number,
  most: number,
): readonly (number | undefined)[] {
  const best = bestRound(rounds, length);
  if (best === undefined) return Array.from({ length }, () => undefined);
  const own = new Map<number, number>();
  for (const { candidate, confidence } of rounds) {
    const step = candidate?.step;
    if (step !== undefined && exists({ step }, length))
      own.set(step, Math.max(own.get(step) ?? 0, confidence / most));
  }
  const top = best.confidence / most;
  const others = Math.min(top, (1 - top) / Math.max(1, length - own.size));
  return Array.from({ length }, (_, index) => own.get(index) ?? others);
}
