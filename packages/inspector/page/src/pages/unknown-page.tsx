import type { ReactNode } from "react";

import { TraceText } from "../parts/trace-text.tsx";
import { useTitle } from "../parts/use-title.ts";
import { hrefOf, type Route } from "../routing/route.ts";

/** Page for an address that leads nowhere. */
export function UnknownPage({ route }: { readonly route: Extract<Route, { page: "unknown" }> }): ReactNode {
  useTitle("Unknown address");
  return (
    <div className="empty">
      <h1>No such page</h1>
      <p>
        The address <TraceText text={`#${route.address}`} /> leads nowhere.
      </p>
      <p>
        <a href={hrefOf({ page: "threads" })}>All threads</a>
      </p>
    </div>
  );
}
