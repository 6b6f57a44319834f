import type { ReactNode } from "react";

import { AgentFindings } from "../agent/agent-findings.tsx";
import { type PageData, usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";

/** Failures over all runs: the most frequent first. */
export function AgentPage(): ReactNode {
  const { stats } = usePageData();
  useTitle("Agent");
  return (
    <>
      <h1>What fails most</h1>
      {stats === undefined ? (
        <p className="empty">
          Figures are counted over the threads of a database. <code>langgraph-rollback stats</code> prints
          them.
        </p>
      ) : (
        <Counted load={stats} />
      )}
    </>
  );
}

function Counted({ load }: { readonly load: NonNullable<PageData["stats"]> }): ReactNode {
  const { loaded, reload } = useLoaded("stats", load);
  return (
    <Waiting loaded={loaded} what="all runs" reload={reload}>
      {(stats) => <AgentFindings stats={stats} />}
    </Waiting>
  );
}
