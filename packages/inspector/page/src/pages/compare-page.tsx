import type { ReactNode } from "react";

import type { Route } from "../route.ts";

export function ComparePage(_: { readonly route: Extract<Route, { page: "compare" }> }): ReactNode {
  return <h1>Compare</h1>;
}
