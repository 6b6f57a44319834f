import { type ReactNode, useEffect, useEffectEvent } from "react";

import { type PageData, usePageData } from "../data/page-data.ts";
import { PromiseLines } from "../parts/promise-lines.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { useKeys } from "../parts/use-keys.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import type { Route } from "../routing/route.ts";
import { queryOf } from "../threads/query-of.ts";
import { ThreadsList } from "../threads/threads-list.tsx";
import { useThreadList } from "../threads/use-thread-list.ts";

/** All threads, latest first. */
export function ThreadsPage({ route }: { readonly route: Extract<Route, { page: "threads" }> }): ReactNode {
  const data = usePageData();
  const { isBusy, loaded, reload } = useThreadList(queryOf(route));
  const anew = () => reload("anew");
  useTitle("Threads");
  useKeys({ r: anew });
  useOnReturn(data.kind === "live" ? () => reload() : undefined);
  const changed = useEffectEvent(() => reload());
  useEffect(() => data.watchThreads?.(() => changed()), [data]);
  return (
    <>
      <div className="page-head">
        <h1>Threads</h1>
        {data.kind === "live" && (
          <button type="button" className="quiet" onClick={anew} title="Read all threads again (r)">
            Refresh
          </button>
        )}
      </div>
      {data.kind === "report" && <ReportedPromises load={data.promises} />}
      <Waiting loaded={loaded} what="the threads" reload={anew}>
        {(list) =>
          list.known === 0 && !list.more ? (
            <NoThreads />
          ) : (
            <ThreadsList route={route} list={list} isBusy={isBusy} />
          )
        }
      </Waiting>
    </>
  );
}

/** A report holds them. The live page has them on another page, as it would have to read all threads. */
function ReportedPromises({ load }: { readonly load: PageData["promises"] }): ReactNode {
  const { loaded } = useLoaded("promises", load);
  return loaded.state === "there" ? <PromiseLines promises={loaded.value} /> : undefined;
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

/** A return to the page shows how things stand now. */
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
