import { type ReactNode, useEffect } from "react";

import { usePageData } from "../page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useKeys } from "../parts/use-keys.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import type { Route } from "../route.ts";
import { ThreadsList } from "../threads/threads-list.tsx";

/** All threads, latest first. */
export function ThreadsPage({ route }: { readonly route: Extract<Route, { page: "threads" }> }): ReactNode {
  const data = usePageData();
  const { loaded, reload } = useLoaded("threads", async () => {
    const [{ threads, more }, { labels }] = await Promise.all([data.threads(), data.labels()]);
    const named = labels.filter(({ verdict: { kind } }) => kind === "decisive" || kind === "none");
    return { threads, more, labelled: new Set(named.map(({ thread }) => thread)) };
  });
  useTitle("Threads");
  useKeys({ r: reload });
  useOnReturn(data.kind === "live" ? reload : undefined);
  return (
    <>
      <div className="page-head">
        <h1>Threads</h1>
        {data.kind === "live" && (
          <button type="button" className="quiet" onClick={reload} title="Read the threads again (r)">
            Refresh
          </button>
        )}
      </div>
      <Waiting loaded={loaded} what="the threads" reload={reload}>
        {(list) => (list.threads.length === 0 ? <NoThreads /> : <ThreadsList route={route} {...list} />)}
      </Waiting>
    </>
  );
}

function NoThreads(): ReactNode {
  const { name, kind } = usePageData();
  return (
    <div className="empty">
      <p>
        There is no thread in <TraceText text={name} />.
      </p>
      {kind === "live" && (
        <p>
          Run an agent that is wrapped in <code>withRollback</code> on this checkpointer, then refresh. To
          look at a made-up one, run <code>langgraph-rollback demo</code>.
        </p>
      )}
    </div>
  );
}

/** Whoever comes back to the page finds it as things stand now. */
function useOnReturn(reload: (() => void) | undefined): void {
  useEffect(() => {
    if (reload === undefined) return undefined;
    const look = () => {
      if (document.visibilityState === "visible") reload();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
}
