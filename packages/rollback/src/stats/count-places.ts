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

/** @internal Counts where failures are laid: by suspicion, and by where exceptions escaped. */
export function countPlaces(
  failures: readonly FailureFacts[],
  nameOf: (place: PlaceNames) => string | undefined,
): readonly PlaceStats[] {
  const counts = new Map<string, { suspected: number; even: number; first: number; exceptions: number }>();
  const of = (name: string) => {
    const known = counts.get(name) ?? { suspected: 0, even: 0, first: 0, exceptions: 0 };
    counts.set(name, known);
    return known;
  };
  let scored = 0;
  for (const { error, suspicion } of failures) {
    const thrown = error?.at === undefined ? undefined : nameOf(error.at);
    if (thrown !== undefined) of(thrown).exceptions += 1;
    if (suspicion === undefined) continue;
    scored += 1;
    for (const place of suspicion) {
      const name = nameOf(place);
      if (name === undefined) continue;
      of(name).suspected += place.share;
      of(name).even += 1 / suspicion.length;
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
    .map(([name, { even, exceptions, first, suspected }]) => ({
      name,
      suspected,
      share: meanOf(suspected, even, scored),
      first: shareOf(first, scored),
      exceptions: shareOf(exceptions, failures.length),
    }))
    .toSorted(
      (a, b) =>
        b.suspected - a.suspected || b.exceptions.count - a.exceptions.count || (a.name < b.name ? -1 : 1),
    );
}

function meanOf(sum: number, even: number, n: number): PlaceStats["share"] {
  if (n === 0) return { value: 0, lower: 0, upper: 1, even: 0 };
  const value = Math.min(1, sum / n);
  return { value, ...hoeffdingInterval(value, n), even: even / n };
}
