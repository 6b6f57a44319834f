import type { ReactNode } from "react";

import { LabelDesk } from "../label/label-desk.tsx";
import { usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import type { Route } from "../routing/route.ts";

/** Says of failed attempts which step was decisive. */
export function LabelPage({ route }: { readonly route: Extract<Route, { page: "label" }> }): ReactNode {
  const data = usePageData();
  const { loaded, reload } = useLoaded("labels", () => data.labels());
  useTitle("Label");
  return (
    <>
      <h1>Label failed attempts</h1>
      {data.addLabel === undefined && (
        <p className="remark-box">
          This is a report: it shows labels but takes none. To label, open the threads themselves with{" "}
          <code>langgraph-rollback inspect</code>.
        </p>
      )}
      <Waiting loaded={loaded} what="the labels" reload={reload}>
        {(labels) => <LabelDesk view={labels} route={route} reload={reload} />}
      </Waiting>
    </>
  );
}
