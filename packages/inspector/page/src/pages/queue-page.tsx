import { type ReactNode, useEffect, useEffectEvent } from "react";

import { type PageData, usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import { QueueFindings } from "../queue/queue-findings.tsx";

/** Milliseconds between two looks. */
const LOOKS = 5000;

/** A queue of runs: what runs, waits and is held back, what was retried, and who works. */
export function QueuePage(): ReactNode {
  const { queue } = usePageData();
  useTitle("Queue");
  return (
    <>
      <h1>Queue</h1>
      {queue === undefined ? (
        <p className="empty">
          No queue is shown. <code>langgraph-rollback inspect --queue postgres://…</code> shows one here.
        </p>
      ) : (
        <Followed load={queue} />
      )}
    </>
  );
}

function Followed({ load }: { readonly load: NonNullable<PageData["queue"]> }): ReactNode {
  const { loaded, reload } = useLoaded("queue", load);
  const again = useEffectEvent(reload);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, LOOKS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Waiting loaded={loaded} what="the queue" reload={reload}>
      {(view) => <QueueFindings view={view} />}
    </Waiting>
  );
}
