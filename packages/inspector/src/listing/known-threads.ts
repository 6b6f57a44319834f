import type { ThreadSource } from "../source/thread-source.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";

/** The threads of a source as far as they have been looked at, latest first. */
export interface KnownThreads {
  readonly threads: readonly ThreadSummary[];
  /** Whether the source has more than those. */
  readonly more: boolean;
}

/** Looks at threads on demand, and only at those that have changed. */
export interface ThreadLooks {
  /** The threads as they stand now; at least the latest 1,000 of them. */
  readonly look: () => Promise<KnownThreads>;
  /** As `look`, and as many threads again as are known. */
  readonly lookFurther: () => Promise<KnownThreads>;
  /** Forgets all threads, for those that were deleted. */
  readonly forget: () => void;
}

/** Threads that are looked at first: a page of the list needs no more. */
const FIRST = 1000;
/** Of the latest threads, how many are looked at first for a change. */
const LATEST = 50;

/**
 * Remembers the list of a source's threads. When it has changed, the latest threads are looked at, up to one that has not changed: a thread that
 * changes comes to the front.
 */
export function knownThreads(source: ThreadSource): ThreadLooks {
  let known: (KnownThreads & { readonly version: string }) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<KnownThreads> => {
    const version = await source.listVersion();
    if (known?.version === version) return known;
    const now = known === undefined ? await source.list(FIRST) : await withLatest(source, known);
    known = { ...now, version };
    return known;
  };
  const lookFurther = async (): Promise<KnownThreads> => {
    const { more, threads } = await look();
    if (!more || known === undefined) return look();
    const { version } = known;
    known = { ...(await source.list(2 * threads.length)), version };
    return known;
  };
  /** One at a time: each would read the same. */
  const inTurn = (action: () => Promise<KnownThreads>) => () => {
    const answer = last.then(action, action);
    last = answer.catch(() => {});
    return answer;
  };
  return { look: inTurn(look), lookFurther: inTurn(lookFurther), forget: () => void (known = undefined) };
}

/** The known threads, with those that have changed since at the front. */
async function withLatest(source: ThreadSource, known: KnownThreads): Promise<KnownThreads> {
  const before = new Map(known.threads.map((thread) => [thread.id, lineOf(thread)]));
  for (let count = LATEST; count < known.threads.length; count *= 4) {
    const latest = await source.list(count);
    if (!latest.more) return latest;
    if (!latest.threads.some((thread) => before.get(thread.id) === lineOf(thread))) continue;
    const ids = new Set(latest.threads.map(({ id }) => id));
    const others = known.threads.filter(({ id }) => !ids.has(id));
    return { threads: [...latest.threads, ...others], more: known.more };
  }
  return source.list(Math.max(FIRST, known.threads.length));
}

/** Tokens become known when a thread is looked at, which is no change of it. */
export function lineOf(thread: ThreadSummary): string {
  return JSON.stringify(thread, (key, value: unknown) => (key === "tokens" ? undefined : value));
}
