import type { ReactNode, RefObject } from "react";

import { type Column, nextSort, type Sort } from "../../../src/shared/listing/thread-list.ts";
import type { FoundThread } from "../../../src/shared/listing/thread-query.ts";
import { ThreadRow } from "./thread-row.tsx";

const HEADS: readonly {
  readonly column: Column;
  readonly label: string;
  readonly isNumber: boolean;
  readonly title: string;
}[] = [
  { column: "status", label: "Status", isNumber: false, title: "How the latest run stands" },
  {
    column: "id",
    label: "Thread",
    isNumber: false,
    title: "The thread, and the task of its latest run",
  },
  {
    column: "reason",
    label: "Reason",
    isNumber: false,
    title: "Why the latest run's first failed attempt failed",
  },
  { column: "attempts", label: "Attempts", isNumber: true, title: "Judged attempts of the latest run" },
  {
    column: "set",
    label: "Set",
    isNumber: true,
    title: "Steps in the first prediction set, of those in the attempt",
  },
  { column: "tokens", label: "Tokens", isNumber: true, title: "Input and output tokens of the latest run" },
  { column: "updatedAt", label: "Decided", isNumber: true, title: "When the latest decision was taken" },
];

/** The threads as a table whose heads sort it. */
export function ThreadsTable({
  threads,
  sort,
  onSort,
  body,
}: {
  readonly threads: readonly FoundThread[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly body: RefObject<HTMLTableSectionElement | null>;
}): ReactNode {
  return (
    <table className="threads">
      <caption className="for-screen-readers">Threads, as filtered</caption>
      <thead>
        <tr>
          {HEADS.map(({ column, label, isNumber, title }) => (
            <th
              key={column}
              scope="col"
              className={isNumber ? "number" : undefined}
              aria-sort={sort?.column === column ? directionOf(sort) : undefined}
            >
              <button
                type="button"
                className="sort"
                title={title}
                onClick={() => onSort(nextSort(sort, column))}
              >
                {label}
                <span className="sort-sign" aria-hidden="true">
                  {sort?.column === column ? (sort.descending ? "↓" : "↑") : ""}
                </span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </tbody>
    </table>
  );
}

const directionOf = ({ descending }: Sort) => (descending ? "descending" : "ascending");
