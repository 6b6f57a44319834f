import type { ReactNode } from "react";

import { LabelDesk } from "../label/label-desk.tsx";
import { usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import { type LabelQueue, hrefOf, type Route } from "../routing/route.ts";

/** Says of failed attempts which step was decisive. */
export function LabelPage({ route }: { readonly route: Extract<Route, { page: "label" }> }): ReactNode {
  const data = usePageData();
  const { ask } = route;
  const { loaded, reload } = useLoaded(ask ?? "steps", () =>
    ask === "runs" && data.runLabels !== undefined ? data.runLabels() : data.labels(),
  );
  useTitle("Label");
  return (
    <>
      <h1>{ask === "runs" ? "Judge runs right or wrong" : "Label failed attempts"}</h1>
      {data.runLabels !== undefined && <Queues ask={ask} />}
      {data.addLabel === undefined && (
        <p className="remark-box">
          {data.kind === "report" ? "This is a report" : "This address only lets you read"}: it shows labels
          but takes none. To label, open the threads themselves with <code>langgraph-rollback inspect</code>.
        </p>
      )}
      <Waiting loaded={loaded} what="the labels" reload={reload}>
        {(labels) => <LabelDesk key={ask} view={labels} route={route} reload={reload} />}
      </Waiting>
    </>
  );
}

const QUEUES = [
  { ask: undefined, name: "Decisive steps" },
  { ask: "runs", name: "Right or wrong" },
] as const;

/** Questions that the page can ask. */
function Queues({ ask }: { readonly ask: LabelQueue }): ReactNode {
  return (
    <nav className="queues" aria-label="Queues">
      {QUEUES.map((queue) => (
        <a
          key={queue.name}
          href={hrefOf({ page: "label", ask: queue.ask })}
          aria-current={queue.ask === ask ? "page" : undefined}
        >
          {queue.name}
        </a>
      ))}
    </nav>
  );
}
