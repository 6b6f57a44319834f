import type { ThreadSummary } from "../view/thread-summary.ts";
import { type Filter, FILTERS, parseSort, passes, sorted } from "./thread-list.ts";
import type { FoundThread, ListedThreads, ThreadQuery } from "./thread-query.ts";

/** The threads that are known, and what is known of them. */
export interface KnownList {
  readonly threads: readonly ThreadSummary[];
  /** Whether there are more than those. */
  readonly more: boolean;
  /** Ids of threads with a label that names the decisive step, or that says there is none. */
  readonly labelled: ReadonlySet<string>;
  readonly agents: readonly string[];
}

/** Whether a search found a thread; "unread" if that is not known yet. */
export type SearchResult = FoundThread | "unread" | undefined;

/** The part of the known threads that a query asks for. */
export function listedThreads(
  { agents, labelled, more, threads }: KnownList,
  query: ThreadQuery,
  find: (thread: ThreadSummary) => SearchResult,
): ListedThreads {
  const findings = candidates(threads, query, labelled).map(find);
  const found = findings.filter((finding) => finding !== undefined && finding !== "unread");
  const { count, from, sort } = query;
  return {
    threads: sorted(found, parseSort(sort)).slice(from, from + count),
    matching: found.length,
    known: threads.length,
    more,
    unread: findings.filter((finding) => finding === "unread").length,
    counts: countsOf(threads, labelled),
    agents,
  };
}

/** The threads that filter and times let through, before any is searched. */
export function candidates(
  threads: readonly ThreadSummary[],
  { filter = "all", since, until }: ThreadQuery,
  labelled: ReadonlySet<string>,
): readonly ThreadSummary[] {
  return threads.filter(
    (thread) => passes(thread, filter, labelled) && isWithin(thread.updatedAt, since, until),
  );
}

/** A thread without a time is within no period. */
function isWithin(at: string | undefined, since: string | undefined, until: string | undefined): boolean {
  if (since === undefined && until === undefined) return true;
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return (
    time >= (since === undefined ? -Infinity : Date.parse(since)) &&
    time < (until === undefined ? Infinity : Date.parse(until))
  );
}

function countsOf(
  threads: readonly ThreadSummary[],
  labelled: ReadonlySet<string>,
): Readonly<Record<Filter, number>> {
  const counts: Record<Filter, number> = {
    all: 0,
    failed: 0,
    recovered: 0,
    "gave-up": 0,
    observed: 0,
    unlabelled: 0,
    running: 0,
    interrupted: 0,
    succeeded: 0,
    unjudged: 0,
    "not-judged": 0,
  };
  for (const thread of threads)
    for (const filter of FILTERS) if (passes(thread, filter, labelled)) counts[filter] += 1;
  return counts;
}

const SETTLING: ReadonlySet<string> = new Set(["decisive", "none", "between", "unrecovered", "inconclusive"]);

/** Threads with a label that names the decisive step, or that says there is none. By replay, all that are labelled. */
export function labelledThreads(
  labels: readonly { readonly thread: string; readonly verdict: { readonly kind: string } }[],
): ReadonlySet<string> {
  const named = labels.filter(({ verdict: { kind } }) => SETTLING.has(kind));
  return new Set(named.map(({ thread }) => thread));
}
