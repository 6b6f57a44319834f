import type { ReactNode } from "react";

import type { Route } from "../route.ts";

export function ThreadPage(_: { readonly route: Extract<Route, { page: "thread" }> }): ReactNode {
  return <h1>Thread</h1>;
}
