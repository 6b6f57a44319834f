import type { ReactNode } from "react";

import type { ListedThreads } from "../../../src/shared/listing/thread-query.ts";
import { hrefOf } from "../routing/route.ts";
import { PART, type ThreadsRoute } from "./query-of.ts";

/** Which part of a long list is shown, and the way to the others. */
export function ListParts({
  route,
  list: { matching, more, threads },
}: {
  readonly route: ThreadsRoute;
  readonly list: ListedThreads;
}): ReactNode {
  const part = Math.max(1, route.part ?? 1);
  const from = (part - 1) * PART;
  const hasNext = more || matching > from + PART;
  if (part === 1 && !hasNext) return undefined;
  const to = (target: number) => hrefOf({ ...route, part: target === 1 ? undefined : target });
  return (
    <nav className="list-parts" aria-label="Parts of the list">
      {part > 1 && <a href={to(part - 1)}>Previous</a>}
      <span>
        {threads.length === 0
          ? `Nothing stands after ${matching.toLocaleString("en")}`
          : `${(from + 1).toLocaleString("en")} to ${(from + threads.length).toLocaleString("en")}`}
      </span>
      {hasNext && <a href={to(part + 1)}>Next</a>}
    </nav>
  );
}
