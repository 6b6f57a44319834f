import { type ReactNode, type RefObject, useDeferredValue, useMemo, useRef } from "react";

import type { ThreadSummary } from "../../../src/shared/view/thread-summary.ts";
import { useKeys } from "../parts/use-keys.ts";
import type { Route } from "../routing/route.ts";
import { goTo } from "../routing/use-route.ts";
import { ThreadFilters } from "./thread-filters.tsx";
import { type Filter, FILTERS, isFilter, matches, parseSort, passes, sorted } from "./thread-list.ts";
import { ThreadsTable } from "./threads-table.tsx";

type ThreadsRoute = Extract<Route, { page: "threads" }>;

/** The threads that filter and search let through, and what to say where that is none. */
export function ThreadsList({
  route,
  threads,
  more,
  labelled,
}: {
  readonly route: ThreadsRoute;
  readonly threads: readonly ThreadSummary[];
  readonly more: boolean;
  /** Ids of threads that are labelled; `undefined` until they are there. */
  readonly labelled: ReadonlySet<string> | undefined;
}): ReactNode {
  const filter = isFilter(route.filter) ? route.filter : "all";
  const { search = "" } = route;
  const sort = parseSort(route.sort);
  const wanted = useDeferredValue(search);
  const counts = useMemo(() => countsOf(threads, labelled), [threads, labelled]);
  const shown = threads.filter(
    (thread) => passes(thread, filter, labelled ?? NONE) && matches(thread, wanted),
  );
  const change = (part: Partial<ThreadsRoute>) => goTo({ ...route, ...part }, "replace");
  const { body, searchField } = useListKeys();
  return (
    <>
      <ThreadFilters
        filter={filter}
        counts={counts}
        onFilter={(each) => change({ filter: each === "all" ? "" : each })}
        search={search}
        onSearch={(text) => change({ search: text })}
        searchField={searchField}
      />
      {shown.length === 0 ? (
        <NoMatch onReset={() => goTo({ page: "threads" }, "replace")} />
      ) : (
        <ThreadsTable
          threads={sorted(shown, sort)}
          sort={sort}
          onSort={(text) => change({ sort: text ?? "" })}
          body={body}
        />
      )}
      <output className="soft thread-count">
        {shown.length} of {threads.length} {threads.length === 1 ? "thread" : "threads"}
        {more && ". There are more: the latest are shown."}
      </output>
    </>
  );
}

/** The keys of the list; what is returned is to be given to what they move in. */
function useListKeys(): {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
} {
  const body = useRef<HTMLTableSectionElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useKeys({
    j: () => focusLink(body.current, 1),
    k: () => focusLink(body.current, -1),
    "/": () => searchField.current?.focus(),
  });
  return { body, searchField };
}

function NoMatch({ onReset }: { readonly onReset: () => void }): ReactNode {
  return (
    <div className="empty">
      <p>No thread passes this filter and search.</p>
      <button type="button" onClick={onReset}>
        Show all threads
      </button>
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** How many threads each filter lets through; nothing for what is not known yet. */
function countsOf(
  threads: readonly ThreadSummary[],
  labelled: ReadonlySet<string> | undefined,
): Readonly<Partial<Record<Filter, number>>> {
  const counts = { all: 0, failed: 0, recovered: 0, "gave-up": 0, unlabelled: 0 };
  for (const thread of threads)
    for (const filter of FILTERS) if (passes(thread, filter, labelled ?? NONE)) counts[filter] += 1;
  const { unlabelled, ...known } = counts;
  return labelled === undefined ? known : { ...known, unlabelled };
}

/** Moves the focus to the link of the next or previous row; the first without one. */
function focusLink(body: HTMLTableSectionElement | null, by: 1 | -1): void {
  const links = [...(body?.querySelectorAll<HTMLAnchorElement>("th a") ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.closest("tr")?.scrollIntoView({ block: "nearest" });
}
