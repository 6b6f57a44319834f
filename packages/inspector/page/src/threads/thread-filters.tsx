import { type ReactNode, type RefObject, useId } from "react";

import { type Filter, FILTERS } from "./thread-list.ts";

const LABELS: Record<Filter, { readonly label: string; readonly title: string }> = {
  all: { label: "All", title: "All threads" },
  failed: { label: "Failed at first", title: "The latest run's first attempt failed, whatever came of it" },
  recovered: { label: "Recovered", title: "A later attempt passed" },
  "gave-up": { label: "Gave up", title: "No attempt passed" },
  unlabelled: { label: "Unlabelled", title: "Failed at first, and nobody has named the decisive step" },
};

/** Which threads to show: by how they stand, and by words. */
export function ThreadFilters(props: {
  readonly filter: Filter;
  /** How many threads each filter lets through; absent while it is not known. */
  readonly counts: Readonly<Partial<Record<Filter, number>>>;
  readonly onFilter: (filter: Filter) => void;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const { filter, counts, onFilter, search, onSearch, searchField } = props;
  const name = useId();
  return (
    <search className="thread-filters">
      <fieldset>
        <legend className="for-screen-readers">Threads to show</legend>
        {FILTERS.map((each) => (
          <label key={each} className="filter" title={LABELS[each].title}>
            <input type="radio" name={name} checked={each === filter} onChange={() => onFilter(each)} />
            {LABELS[each].label} <span className="count">{counts[each] ?? "…"}</span>
          </label>
        ))}
      </fieldset>
      <input
        ref={searchField}
        type="search"
        aria-label="Search threads by name, task or status"
        placeholder="Search  /"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
    </search>
  );
}
