import { type ReactNode, type RefObject, useId, useState } from "react";

import { type Filter, FILTERS } from "../../../src/shared/listing/thread-list.ts";
import type { ListedThreads } from "../../../src/shared/listing/thread-query.ts";
import { statusWords } from "../../../src/shared/words/status-words.ts";
import { shownText } from "../parts/shown-text.ts";
import { LONGEST, type ThreadsRoute } from "./query-of.ts";

interface FilterWords {
  readonly label: string;
  readonly title: string;
}

const ALWAYS: Partial<Record<Filter, FilterWords>> = {
  all: { label: "All", title: "All threads" },
  failed: { label: "Failed at first", title: "The latest run's first attempt failed, whatever came of it" },
  recovered: { label: "Recovered", title: "A later attempt passed" },
  "gave-up": { label: "Gave up", title: "No attempt passed" },
  unlabelled: { label: "Unlabelled", title: "Failed at first, and nobody has named the decisive step" },
};

/** Which threads to show: by how they stand, by words, agent and time. */
export function ThreadFilters({
  filter,
  list: { agents, counts, more },
  route,
  change,
  searchField,
}: {
  readonly filter: Filter;
  readonly list: ListedThreads;
  readonly route: ThreadsRoute;
  readonly change: (part: Partial<ThreadsRoute>) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const name = useId();
  const suggested = useId();
  // A narrow window keeps its first screen for threads.
  const isNarrowed = [route.agent, route.since, route.until].some(
    (each) => each !== undefined && each !== "",
  );
  const [isOpen, setOpen] = useState(() => isNarrowed || matchMedia("(min-width: 701px)").matches);
  // Of the other statuses, those that a thread has.
  const shown = FILTERS.filter((each) => each === filter || ALWAYS[each] !== undefined || counts[each] > 0);
  const text = (value: string | undefined, part: "search" | "agent" | "since" | "until") => ({
    value: value ?? "",
    maxLength: LONGEST,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change({ [part]: target.value }),
  });
  return (
    <search className="thread-filters">
      <fieldset>
        <legend className="for-screen-readers">Threads to show</legend>
        {shown.map((each) => (
          <label key={each} className="filter" title={wordsOf(each).title}>
            <input
              type="radio"
              name={name}
              checked={each === filter}
              onChange={() => change({ filter: each === "all" ? "" : each })}
            />
            {wordsOf(each).label}{" "}
            <span className="count">
              {counts[each].toLocaleString("en")}
              {more && "+"}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="thread-narrowing">
        <input
          ref={searchField}
          type="search"
          aria-label="Search threads by name, task, steps, reasons and notes"
          placeholder="Search all text  /"
          {...text(route.search, "search")}
        />
        <details
          className="more-filters"
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>Agent and days</summary>
          <div className="narrowing-fields">
            <label>
              Agent{" "}
              <input
                type="text"
                list={suggested}
                autoComplete="off"
                size={14}
                {...text(route.agent, "agent")}
              />
            </label>
            <datalist id={suggested}>
              {agents.map((agent) => (
                <option key={agent} value={shownText(agent)} aria-label={shownText(agent)} />
              ))}
            </datalist>
            <label>
              Decided from <input type="date" {...text(route.since, "since")} />
            </label>
            <label>
              to <input type="date" {...text(route.until, "until")} />
            </label>
          </div>
        </details>
      </div>
    </search>
  );
}

function wordsOf(filter: Filter): FilterWords {
  const words = ALWAYS[filter];
  if (words !== undefined) return words;
  if (filter === "all" || filter === "unlabelled") return { label: filter, title: filter };
  const { meaning, word } = statusWords(filter);
  return { label: `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, title: meaning };
}
