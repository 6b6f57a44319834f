import { type ReactNode, useState } from "react";

import type { QueuedRunView } from "../../../src/shared/view/queue-view.ts";
import { OneAction } from "../acting/acting-provider.tsx";
import { usePageData } from "../data/page-data.ts";
import { HeadRow } from "../parts/head-row.tsx";
import { Moment } from "../parts/moment.tsx";
import { shownText } from "../parts/shown-text.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";

const HEAD = ["Thread", "Graph", "Status", "Enqueued", "Starts", "Worker", "What went wrong"];

/** Runs of a queue, each with a link to its thread. */
export function QueuedRuns({
  runs,
  isOpen,
}: {
  readonly runs: readonly QueuedRunView[];
  /** Whether they have not ended: then they can be cancelled, where the page may act. */
  readonly isOpen: boolean;
}): ReactNode {
  const { acts } = usePageData();
  const [cancelled, setCancelled] = useState<QueuedRunView>();
  const cancel = isOpen && acts !== undefined ? setCancelled : undefined;
  return (
    <div className="figures-table queue-runs">
      <table>
        <HeadRow head={HEAD} />
        <tbody>
          {runs.map((run) => (
            <QueuedRun key={run.run} run={run} cancel={cancel} />
          ))}
        </tbody>
      </table>
      {acts !== undefined && cancelled !== undefined && (
        <OneAction
          key={cancelled.run}
          acts={acts}
          thread={cancelled.thread}
          intent={{ kind: "cancel", run: cancelled.run }}
          onDone={() => setCancelled(undefined)}
        />
      )}
    </div>
  );
}

function QueuedRun({
  run,
  cancel,
}: {
  readonly run: QueuedRunView;
  readonly cancel: ((run: QueuedRunView) => void) | undefined;
}): ReactNode {
  const { crashes, graph, problem, queuedAt, starts, status, thread, worker } = run;
  return (
    <tr title={run.run}>
      <th scope="row">
        <a href={hrefOf({ page: "thread", thread })}>
          <TraceText text={thread} />
        </a>
      </th>
      <td>
        <TraceText text={graph} />
      </td>
      <td>
        {status}
        {cancel !== undefined && (
          <>
            {" "}
            <button
              type="button"
              aria-label={`Cancel … the run on ${shownText(thread)}`}
              onClick={() => cancel(run)}
            >
              Cancel …
            </button>
          </>
        )}
      </td>
      <td>
        <Moment iso={queuedAt} />
      </td>
      <td>{crashes === 0 ? starts : `${starts}, ${crashes} lost`}</td>
      <td>{worker !== undefined && <TraceText text={worker} />}</td>
      <td>{problem !== undefined && <TraceText text={problem} />}</td>
    </tr>
  );
}
