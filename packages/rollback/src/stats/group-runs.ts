import { groupFailures } from "@langgraph-rollback/attribution";

import type { GroupStats } from "./agent-stats.ts";
import { historyOf, periodOf, type Periods } from "./count-over-time.ts";
import type { RunFacts, SuspectedStep } from "./run-facts.ts";

type FailureCase = Parameters<typeof groupFailures>[0][number];

/** Runs of a group that are named. */
const NAMED = 20;

/** @internal Groups of failed runs, with their history. @param length periods of it */
export function groupRuns(
  failed: readonly RunFacts[],
  periods: Periods,
  length: number,
): readonly GroupStats[] {
  const runs = new Map(failed.map((run) => [idOf(run), run]));
  const hadBefore = failed.some(({ at }) => periodOf(at, periods) > 0);
  return groupFailures([...runs].flatMap(([id, run]) => caseOf(id, run)))
    .map(({ members, ...group }) => {
      const own = members.flatMap((id) => runs.get(id) ?? []);
      const times = own.map(({ at }) => at);
      const mark = markOf(
        times.map((at) => periodOf(at, periods)),
        hadBefore,
      );
      return {
        ...group,
        count: own.length,
        firstSeen: times[0] ?? "",
        lastSeen: times.at(-1) ?? "",
        ...(mark === undefined ? {} : { mark }),
        history: historyOf(times, periods, length),
        runs: own
          .toReversed()
          .slice(0, NAMED)
          .map(({ at, run, thread }) => ({ thread, run, at })),
      };
    })
    .toSorted((a, b) => (b.history.at(-1) ?? 0) - (a.history.at(-1) ?? 0) || b.count - a.count);
}

const idOf = ({ run, thread }: RunFacts): string => JSON.stringify([thread, run]);

/** @param ages periods ago that its runs failed */
function markOf(ages: readonly number[], hadBefore: boolean): GroupStats["mark"] {
  if (!ages.includes(0)) return undefined;
  if (ages.every((age) => age === 0)) return hadBefore ? "new" : undefined;
  return ages.includes(1) ? undefined : "returning";
}

function caseOf(id: string, { at, failure }: RunFacts): readonly FailureCase[] {
  if (failure === undefined) return [];
  const { error, reason, suspicion = [] } = failure;
  const places = new Map<string, { suspicion: number; steps: number }>();
  for (const step of suspicion) {
    const known = places.get(placeName(step)) ?? { suspicion: 0, steps: 0 };
    places.set(placeName(step), {
      suspicion: known.suspicion + step.share,
      steps: known.steps + 1 / suspicion.length,
    });
  }
  return [
    {
      id,
      at,
      reason,
      ...(error === undefined ? {} : { error: error.name }),
      places: Object.fromEntries(places),
    },
  ];
}

const placeName = ({ node, tool }: SuspectedStep): string =>
  tool === undefined ? node : `${node} > ${tool}`;
