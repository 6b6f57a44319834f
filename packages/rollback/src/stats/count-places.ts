import { clopperPearson, hoeffdingInterval } from "@langgraph-rollback/attribution/conformal";
import type { PilotShare } from "@langgraph-rollback/attribution";

import type { PlaceStats } from "./agent-stats.ts";
import type { FailureFacts, PlaceNames } from "./run-facts.ts";

/** @internal A share with its 95 % interval. */
export const shareOf = (count: number, of: number): PilotShare => ({
  count,
  of,
  interval: of === 0 ? { lower: 0, upper: 1 } : clopperPearson(count, of),
});

/** Figures of a place in failures. */
interface Counts {
  suspected: number;
  /** Sum of the squares of what each run gives. */
  squares: number;
  even: number;
  first: number;
  exceptions: number;
}

/** @internal Counts where failures are laid: by suspicion, and by where exceptions escaped. */
export function countPlaces(
  failures: readonly FailureFacts[],
  nameOf: (place: PlaceNames) => string | undefined,
): readonly PlaceStats[] {
  const counts = new Map<string, Counts>();
  const of = (name: string) => {
    const known = counts.get(name) ?? { suspected: 0, squares: 0, even: 0, first: 0, exceptions: 0 };
    counts.set(name, known);
    return known;
  };
  let scored = 0;
  for (const { error, suspicion } of failures) {
    const thrown = error?.at === undefined ? undefined : nameOf(error.at);
    if (thrown !== undefined) of(thrown).exceptions += 1;
    if (suspicion === undefined) continue;
    scored += 1;
    const shares = new Map<string, number>();
    for (const place of suspicion) {
      const name = nameOf(place);
      if (name === undefined) continue;
      shares.set(name, (shares.get(name) ?? 0) + place.share);
      of(name).even += 1 / suspicion.length;
    }
    for (const [name, share] of shares) {
      of(name).suspected += share;
      of(name).squares += share ** 2;
    }
    const most = suspicion.reduce((best, place) => (place.share > best.share ? place : best), {
      node: "",
      share: 0,
    });
    // Even suspicion has no first.
    if (suspicion.filter(({ share }) => share === most.share).length > 1) continue;
    const name = nameOf(most);
    if (name !== undefined) of(name).first += 1;
  }
  return [...counts]
    .map(([name, { even, exceptions, first, squares, suspected }]) => ({
      name,
      suspected,
      share: { ...meanOf(suspected, squares, scored), even: scored === 0 ? 0 : even / scored },
      first: shareOf(first, scored),
      exceptions: shareOf(exceptions, failures.length),
    }))
    .toSorted(
      (a, b) =>
        b.suspected - a.suspected || b.exceptions.count - a.exceptions.count || (a.name < b.name ? -1 : 1),
    );
}

/** Runs from which on the mean of their suspicion is about normal. */
const MANY = 30;

/** The mean, from a sum and a sum of squares, with a 95 % interval: by the spread of many runs, else by Hoeffding's bound, which needs no law. */
function meanOf(sum: number, squares: number, n: number): Omit<PlaceStats["share"], "even"> {
  if (n === 0) return { value: 0, lower: 0, upper: 1 };
  const value = Math.min(1, sum / n);
  if (n < MANY) return { value, ...hoeffdingInterval(value, n) };
  const variance = Math.max(0, squares - n * value ** 2) / (n - 1);
  const half = 1.96 * Math.sqrt(variance / n);
  return { value, lower: Math.max(0, value - half), upper: Math.min(1, value + half) };
}
