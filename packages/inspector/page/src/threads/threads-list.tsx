import { type ReactNode, type RefObject, useRef } from "react";

import { isFilter, parseSort } from "../../../src/shared/listing/thread-list.ts";
import type { ListedThreads } from "../../../src/shared/listing/thread-query.ts";
import { useKeys } from "../parts/use-keys.ts";
import { goTo } from "../routing/use-route.ts";
import { ListParts } from "./list-parts.tsx";
import type { ThreadsRoute } from "./query-of.ts";
import { ThreadFilters } from "./thread-filters.tsx";
import { ThreadsTable } from "./threads-table.tsx";

/** The threads that filter and search let through, and what to say where that is none. */
export function ThreadsList({
  route,
  list,
  isBusy,
}: {
  readonly route: ThreadsRoute;
  readonly list: ListedThreads;
  /** Whether threads that the list is about have not been looked at yet. */
  readonly isBusy: boolean;
}): ReactNode {
  const sort = parseSort(route.sort);
  // Another list begins at its first part.
  const change = (part: Partial<ThreadsRoute>) => goTo({ ...route, part: undefined, ...part }, "replace");
  const { body, searchField } = useListKeys();
  return (
    <>
      <ThreadFilters
        filter={isFilter(route.filter) ? route.filter : "all"}
        list={list}
        route={route}
        change={change}
        searchField={searchField}
      />
      {list.matching === 0 ? (
        !isBusy && <NoMatch onReset={() => goTo({ page: "threads" }, "replace")} />
      ) : (
        <ThreadsTable
          threads={list.threads}
          sort={sort}
          onSort={(text) => change({ sort: text ?? "" })}
          body={body}
        />
      )}
      <ListParts route={route} list={list} />
      <output className="soft thread-count" aria-busy={isBusy}>
        {countWords(list, isBusy)}
      </output>
    </>
  );
}

/** How many threads match, and what has not been looked at. */
function countWords({ known, matching, more, unread }: ListedThreads, isBusy: boolean): string {
  const all = `${more ? "the latest " : ""}${known.toLocaleString("en")} ${known === 1 && !more ? "thread" : "threads"}`;
  const count = `${matching.toLocaleString("en")} of ${all}`;
  if (unread > 0)
    return `${count}. Searching: ${unread.toLocaleString("en")} ${unread === 1 ? "thread is" : "threads are"} still to be read.`;
  if (!more) return count;
  return isBusy ? `${count}. Looking at older threads.` : `${count}. There are more.`;
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

/** Moves the focus to the link of the next or previous row; the first without one. */
function focusLink(body: HTMLTableSectionElement | null, by: 1 | -1): void {
  const links = [...(body?.querySelectorAll<HTMLAnchorElement>("th a") ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.closest("tr")?.scrollIntoView({ block: "nearest" });
}
