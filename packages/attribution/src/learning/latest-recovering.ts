import type { EvidenceRows } from "../outcomes/evidence-rows.ts";

/** One may be accepted by mistake. */
const ENOUGH = 2;

/**
 * The latest start from which, or from later ones, two retries or replays were accepted, as a share of the run; 0 where there are not so many. Scores that are learnt from outcomes tell nothing of mistakes behind it: all of them
 * explain the same outcomes.
 */
export function latestRecovering(rows: readonly EvidenceRows[]): number {
  const accepted = rows.flatMap((attempt) =>
    attempt.tried.flatMap(({ start, status }) =>
      status === "accepted" ? [start / attempt.rows.length] : [],
    ),
  );
  return accepted.toSorted((a, b) => b - a)[ENOUGH - 1] ?? 0;
}
