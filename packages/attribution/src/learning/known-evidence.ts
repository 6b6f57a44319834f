import type { AgentHistory } from "../beliefs/agent-history.ts";
import { FEATURE_SET } from "../features/feature-set.ts";
import type { EvidenceRows } from "../outcomes/evidence-rows.ts";
import type { EvidenceEntry, ReplayEntry, RunEntry } from "./learning-entry.ts";

/** Evidence of an agent that counts, by time. */
export interface KnownEvidence {
  /** Failed runs, each once. */
  readonly runs: readonly RunEntry[];
  /** Their replays, by the id of the attempt. */
  readonly replays: ReadonlyMap<string, ReplayEntry>;
}

/**
 * The evidence that counts. A run that two processes have added counts once, and so do its replays.
 *
 * @param since runs that ended before are left out
 */
export function knownEvidence(entries: readonly EvidenceEntry[], since = ""): KnownEvidence {
  const runs = new Map<string, RunEntry>();
  const replays = new Map<string, ReplayEntry>();
  for (const entry of entries) {
    if (entry.kind === "replays") replays.set(entry.attempt, entry);
    else if (entry.at > since && !runs.has(entry.run)) runs.set(entry.run, entry);
  }
  return { runs: [...runs.values()], replays };
}

/** Attempts beyond these are too old to teach, and fits take longer with each. */
const MOST_ATTEMPTS = 400;

/** What a scorer is fitted to: the newest attempts, oldest first. */
export function rowsOf({ replays, runs }: KnownEvidence): readonly EvidenceRows[] {
  return runs
    .filter(({ featureSet }) => featureSet === FEATURE_SET)
    .flatMap(({ attempts }) => attempts)
    .slice(-MOST_ATTEMPTS)
    .map(({ id, rows, surprises, tried }) => {
      const replayed = (replays.get(id)?.tried ?? []).filter(({ start }) => start < rows.length);
      return {
        id,
        rows,
        ...(surprises === undefined ? {} : { surprises }),
        tried: [...tried, ...replayed],
      };
    });
}

/** How often the agent errs, by the same runs and by what is known beside them. */
export function historyOf({ runs }: KnownEvidence, known: AgentHistory): AgentHistory {
  const lengths = runs.flatMap(({ attempts: [first] }) => first?.executed ?? []);
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  // Nobody has kept how long each run was that passed.
  const length = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return {
    firstAttempts:
      length < 1
        ? known.firstAttempts
        : [...known.firstAttempts, { length, succeeded: passed, failed: lengths.length }],
    redos: [...known.redos, ...runs.flatMap(restartsIn)],
  };
}

/** Only of a restart it is known that it reaches back to the mistake. */
function restartsIn({ attempts }: RunEntry): AgentHistory["redos"] {
  return attempts.flatMap(({ executed, tried }, at) =>
    tried.flatMap(({ start, status }) => {
      const redone = attempts[at + 1]?.executed ?? executed;
      if (start !== 0 || status === "inconclusive" || redone < 1) return [];
      return [{ redone, reach: 1, succeeded: status === "accepted" }];
    }),
  );
}
