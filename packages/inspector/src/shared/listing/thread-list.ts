import type { ThreadStatus, ThreadSummary } from "../view/thread-summary.ts";

/** Which threads to show. */
export const FILTERS = [
  "all",
  "interrupted",
  "failed",
  "recovered",
  "gave-up",
  "unlabelled",
  "observed",
  "running",
  "succeeded",
  "unjudged",
  "not-judged",
] as const;
export type Filter = (typeof FILTERS)[number];

/** Columns by which the threads can be sorted. */
export const COLUMNS = ["status", "id", "reason", "attempts", "set", "tokens", "updatedAt"] as const;
export type Column = (typeof COLUMNS)[number];

/** A column and a direction; as text "tokens", or "-tokens" from the largest down. */
export interface Sort {
  readonly column: Column;
  readonly descending: boolean;
}

export function isFilter(text: string | undefined): text is Filter {
  return FILTERS.some((filter) => filter === text);
}

/** @returns `undefined` for no order, or none that there is: the source's own, latest first */
export function parseSort(text: string | undefined): Sort | undefined {
  if (text === undefined) return undefined;
  const descending = text.startsWith("-");
  const column = COLUMNS.find((each) => each === text.slice(descending ? 1 : 0));
  return column === undefined ? undefined : { column, descending };
}

/** Sort order after a click on a column's head: up, then down, then back to the source's order. */
export function nextSort(sort: Sort | undefined, column: Column): string | undefined {
  if (sort?.column !== column) return column;
  return sort.descending ? undefined : `-${column}`;
}

const FAILED: readonly ThreadStatus[] = ["failed", "gave-up", "observed", "recovered"];

/** Whether the latest run's first attempt failed, whatever came of it. */
export function hasFailed({ status, attempts }: ThreadSummary): boolean {
  return FAILED.includes(status) || (status === "running" && attempts > 0);
}

/** @param labelled ids of threads that somebody has labelled */
export function passes(thread: ThreadSummary, filter: Filter, labelled: ReadonlySet<string>): boolean {
  switch (filter) {
    case "all":
      return true;
    case "failed":
      return hasFailed(thread);
    case "unlabelled":
      return hasFailed(thread) && !labelled.has(thread.id);
    default:
      return thread.status === filter;
  }
}

/** The threads in order; what has no value in a column comes last in both directions. Ties keep their order. */
export function sorted(threads: readonly ThreadSummary[], sort: Sort | undefined): readonly ThreadSummary[] {
  if (sort === undefined) return threads;
  const sign = sort.descending ? -1 : 1;
  return threads.toSorted((one, other) => {
    const [a, b] = [valueOf(one, sort.column), valueOf(other, sort.column)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sign * compare(a, b);
  });
}

const NAMES = new Intl.Collator("en", { numeric: true });

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : NAMES.compare(String(a), String(b));
}

function valueOf(thread: ThreadSummary, column: Column): string | number | undefined {
  return column === "set" ? thread.set?.size : thread[column];
}
