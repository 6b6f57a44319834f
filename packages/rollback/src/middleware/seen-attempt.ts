import type { WatchRecord } from "../history/watch-record.ts";
import type { EarlyVerdict } from "../watching/prefix-watch.ts";

/** @internal Observations of an attempt while it ran, as the agent's state keeps it for the process that resumes the turn. */
export interface SeenAttempt {
  /** 1-based. */
  readonly attempt: number;
  /** Number of changes: of two, the one with more changes is the newer. LangChain writes older ones back. */
  readonly changes: number;
  readonly record: WatchRecord;
  /** Why the attempt is stopped, and the id of the message that stands for its end. */
  readonly stopped?: { readonly verdict: EarlyVerdict; readonly message: string };
  /** Present where nothing was rewound then: it is not stopped again. */
  readonly isLetGo?: true;
}

/** @internal The newer of two; the second where both are. */
export function newerOf(
  known: SeenAttempt | undefined,
  more: SeenAttempt | undefined,
): SeenAttempt | undefined {
  if (known === undefined || more === undefined) return more ?? known;
  const isOlder =
    more.attempt === known.attempt ? more.changes < known.changes : more.attempt < known.attempt;
  return isOlder ? known : more;
}
