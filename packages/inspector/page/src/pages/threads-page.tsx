import type { ReactNode } from "react";

import type { Route } from "../route.ts";

export function ThreadsPage(_: { readonly route: Extract<Route, { page: "threads" }> }): ReactNode {
  return <h1>Threads</h1>;
}
