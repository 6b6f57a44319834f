import type { ReactNode } from "react";

import { usePageData } from "./page-data.ts";
import { hrefOf, type Route } from "./route.ts";

const PLACES = [
  { label: "Threads", route: { page: "threads" } },
  { label: "Label", route: { page: "label" } },
  { label: "Calibration", route: { page: "calibration" } },
] as const satisfies readonly { readonly label: string; readonly route: Route }[];

/** What stands around every page. */
export function Shell({
  route,
  children,
}: {
  readonly route: Route;
  readonly children: ReactNode;
}): ReactNode {
  const { name } = usePageData();
  return (
    <>
      <header className="shell">
        <span className="shell-name">langgraph-rollback</span>
        <nav aria-label="Pages">
          {PLACES.map(({ label, route: place }) => (
            <a key={label} href={hrefOf(place)} aria-current={place.page === route.page ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <span className="shell-source">{name}</span>
      </header>
      <main id="main">{children}</main>
    </>
  );
}
