import { type ReactNode, useEffect, useEffectEvent } from "react";

import { Comparison } from "../compare/comparison.tsx";
import { ReplayComparison } from "../compare/replay-comparison.tsx";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf, type Route } from "../routing/route.ts";

/** Two attempts of a run side by side. */
export function ComparePage({ route }: { readonly route: Extract<Route, { page: "compare" }> }): ReactNode {
  const data = usePageData();
  const { thread } = route;
  useTitle(`Compare ${thread}`);
  const { loaded, reload } = useLoaded(thread, () => data.thread(thread));
  const changed = useEffectEvent(reload);
  useEffect(() => data.watch?.(thread, () => changed()), [data, thread]);
  return (
    <>
      <h1>
        {route.replay === undefined ? "Compare attempts of" : "Compare a replay with its run, of thread"}{" "}
        <a href={hrefOf({ page: "thread", thread })}>
          <TraceText text={thread} />
        </a>
      </h1>
      <Waiting loaded={loaded} what="the thread" reload={reload}>
        {(view) => {
          if (view === undefined) return <NoSuchThread />;
          if (route.replay === undefined) return <Comparison thread={view} route={route} />;
          return <ReplayComparison thread={view} replay={route.replay} route={route} />;
        }}
      </Waiting>
    </>
  );
}

function NoSuchThread(): ReactNode {
  return (
    <p>
      There is no such thread here. <a href={hrefOf({ page: "threads" })}>All threads</a>
    </p>
  );
}
