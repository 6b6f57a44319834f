import { type ReactNode, useEffect } from "react";

import type { LabelsView } from "../../../src/shared/view/labels-view.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useKeys } from "../parts/use-keys.ts";
import { type Loaded, useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import type { Route } from "../routing/route.ts";
import { ThreadsList } from "../threads/threads-list.tsx";

/** All threads, latest first. */
export function ThreadsPage({ route }: { readonly route: Extract<Route, { page: "threads" }> }): ReactNode {
  const data = usePageData();
  const { loaded, reload } = useLoaded("threads", data.threads);
  const labels = useLoaded("labels", data.labels);
  const again = () => {
    reload();
    labels.reload();
  };
  useTitle("Threads");
  useKeys({ r: again });
  useOnReturn(data.kind === "live" ? again : undefined);
  return (
    <>
      <div className="page-head">
        <h1>Threads</h1>
        {data.kind === "live" && (
          <button type="button" className="quiet" onClick={again} title="Read the threads again (r)">
            Refresh
          </button>
        )}
      </div>
      <Waiting loaded={loaded} what="the threads" reload={again}>
        {(list) =>
          list.threads.length === 0 ? (
            <NoThreads />
          ) : (
            <ThreadsList route={route} {...list} labelled={labelledIn(labels.loaded)} />
          )
        }
      </Waiting>
    </>
  );
}

/** Threads whose decisive step somebody has named, or said that there is none; `undefined` until that is known. */
function labelledIn(loaded: Loaded<LabelsView>): ReadonlySet<string> | undefined {
  if (loaded.state !== "there") return undefined;
  const named = loaded.value.labels.filter(({ verdict: { kind } }) => kind === "decisive" || kind === "none");
  return new Set(named.map(({ thread }) => thread));
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
