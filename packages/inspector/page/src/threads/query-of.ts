import { isFilter, parseSort } from "../../../src/shared/listing/thread-list.ts";
import type { ThreadQuery } from "../../../src/shared/listing/thread-query.ts";
import type { Route } from "../routing/route.ts";

export type ThreadsRoute = Extract<Route, { page: "threads" }>;

/** Threads that are shown at a time. */
export const PART = 200;
/** Characters of a search. */
export const LONGEST = 200;

/** Query that an address asks for; a part of it that makes no sense asks for nothing. */
export function queryOf({ agent, filter, part = 1, search, since, sort, until }: ThreadsRoute): ThreadQuery {
  return {
    filter: isFilter(filter) && filter !== "all" ? filter : undefined,
    search: search?.slice(0, LONGEST),
    agent: agent?.slice(0, LONGEST),
    since: momentOf(since, 0),
    until: momentOf(until, 1),
    sort: parseSort(sort) === undefined ? undefined : sort,
    from: Math.max(0, part - 1) * PART,
    count: PART,
  };
}

/** When a day begins in the reader's time zone, or so many days later. */
function momentOf(day: string | undefined, later: number): string | undefined {
  const parts = day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.split("-").map(Number) : [];
  const [year, month, date] = parts;
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
