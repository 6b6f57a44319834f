import type { ReactNode } from "react";

import type { Route } from "../route.ts";

export function LabelPage(_: { readonly route: Extract<Route, { page: "label" }> }): ReactNode {
  return <h1>Label</h1>;
}
