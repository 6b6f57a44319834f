import type { ReactNode } from "react";

import type { QueuedRunView } from "../../../src/shared/view/queue-view.ts";
import { HeadRow } from "../parts/head-row.tsx";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";

const HEAD = ["Thread", "Graph", "Status", "Enqueued", "Starts", "Worker", "What went wrong"];

/** Runs of a queue, each with a link to its thread. */
export function QueuedRuns({ runs }: { readonly runs: readonly QueuedRunView[] }): ReactNode {
  return (
    <div className="figures-table queue-runs">
      <table>
        <HeadRow head={HEAD} />
        <tbody>
          {runs.map((run) => (
            <QueuedRun key={run.run} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function QueuedRun({ run }: { readonly run: QueuedRunView }): ReactNode {
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
      <td>{status}</td>
      <td>
        <Moment iso={queuedAt} />
      </td>
      <td>{crashes === 0 ? starts : `${starts}, ${crashes} lost`}</td>
      <td>{worker !== undefined && <TraceText text={worker} />}</td>
      <td>{problem !== undefined && <TraceText text={problem} />}</td>
    </tr>
  );
}
