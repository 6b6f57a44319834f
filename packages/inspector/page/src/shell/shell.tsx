import { type ReactNode, useEffect, useRef, useState } from "react";

import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useKeys } from "../parts/use-keys.ts";
import { hrefOf, type Route } from "../routing/route.ts";
import { KeyHelp } from "./key-help.tsx";

const PLACES = [
  { label: "Threads", route: { page: "threads" }, pages: ["threads", "thread", "compare"] },
  { label: "Agent", route: { page: "agent" }, pages: ["agent"] },
  { label: "Label", route: { page: "label" }, pages: ["label"] },
  { label: "Calibration", route: { page: "calibration" }, pages: ["calibration"] },
  { label: "Pilot", route: { page: "pilot" }, pages: ["pilot"] },
  { label: "Queue", route: { page: "queue" }, pages: ["queue"] },
] as const satisfies readonly {
  readonly label: string;
  readonly route: Route;
  readonly pages: readonly Route["page"][];
}[];

/** Frame around every page. */
export function Shell({
  route,
  children,
}: {
  readonly route: Route;
  readonly children: ReactNode;
}): ReactNode {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const main = useFocusOnArrival(route);
  useKeys({ "?": () => setHelpOpen(true) });
  return (
    <>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Header route={route} onHelp={() => setHelpOpen(true)} />
      <Notices />
      <main ref={main} tabIndex={-1} className={`page-${route.page}`}>
        {children}
      </main>
      {isHelpOpen && <KeyHelp page={route.page} onClose={() => setHelpOpen(false)} />}
    </>
  );
}

function Header({ route, onHelp }: { readonly route: Route; readonly onHelp: () => void }): ReactNode {
  const { name, kind, pilot, queue, stats } = usePageData();
  const given: Readonly<Record<string, unknown>> = { Agent: stats, Pilot: pilot, Queue: queue };
  const isThere = (label: string): boolean => !(label in given) || given[label] !== undefined;
  return (
    <header className="shell">
      <span className="shell-name">
        langgraph-rollback <span className="soft">{kind === "report" ? "report" : "inspector"}</span>
      </span>
      <nav aria-label="Pages">
        {PLACES.filter(({ label }) => isThere(label)).map(({ label, route: place, pages }) => (
          <a key={label} href={hrefOf(place)} aria-current={currentOf(route, place, pages)}>
            {label}
          </a>
        ))}
      </nav>
      <span className="shell-source" title="Where the threads are read from">
        <TraceText text={name} />
      </span>
      <button type="button" className="shell-keys" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
        ?
      </button>
    </header>
  );
}

function Notices(): ReactNode {
  const { notices = [] } = usePageData();
  if (notices.length === 0) return null;
  return <p className="shell-notices">{notices.join(" ")}</p>;
}

/** "page" on the page itself, "true" on those that are reached from it. */
function currentOf(route: Route, place: Route, pages: readonly Route["page"][]): "page" | "true" | undefined {
  if (route.page === place.page) return "page";
  return pages.includes(route.page) ? "true" : undefined;
}

/** Another page begins at its top, for eyes and for screen readers; a moved selection is no other page. */
function useFocusOnArrival(route: Route): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const place = `${route.page}/${"thread" in route ? (route.thread ?? "") : ""}`;
  const last = useRef(place);
  useEffect(() => {
    // Labelling walks from thread to thread without leaving its page.
    if (last.current === place || route.page === "label") return;
    last.current = place;
    main.current?.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  }, [place, route.page]);
  return main;
}
