import type { ReactNode } from "react";

import type { QueuedRunView, QueueView } from "../../../src/shared/view/queue-view.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { QueuedRuns } from "./queued-runs.tsx";
import { countsTable, workersTable } from "./queue-tables.ts";

/** How a queue stands: what is wrong first, then what is under way. */
export function QueueFindings({ view }: { readonly view: QueueView }): ReactNode {
  const { at, counts, name, open, problems, retried, workers } = view;
  return (
    <div className="work-queue">
      <p className="soft">
        <TraceText text={name} />, as of <Moment iso={at} />
      </p>
      {problems.length > 0 && <Problems problems={problems} />}
      <section>
        <h2>Under way</h2>
        <Runs isOpen runs={open} none="No run is queued, runs or waits." />
      </section>
      <section>
        <h2>Retried</h2>
        <Runs runs={retried} none="None of the latest runs was lost with its worker or set back." />
      </section>
      <section>
        <h2>Workers</h2>
        {workers.length === 0 ? (
          <p className="soft">No worker has been heard of.</p>
        ) : (
          <FiguresTable {...workersTable(workers)} />
        )}
      </section>
      <section>
        <h2>All runs that are kept</h2>
        {counts.length === 0 ? <p className="soft">None yet.</p> : <FiguresTable {...countsTable(counts)} />}
      </section>
    </div>
  );
}

function Runs({
  runs,
  isOpen = false,
  none,
}: {
  readonly runs: readonly QueuedRunView[];
  readonly isOpen?: boolean;
  readonly none: string;
}): ReactNode {
  return runs.length === 0 ? <p className="soft">{none}</p> : <QueuedRuns runs={runs} isOpen={isOpen} />;
}

function Problems({ problems }: Pick<QueueView, "problems">): ReactNode {
  return (
    <ul className="queue-problems">
      {problems.map(({ code, level, message, remedy }) => (
        <li key={code} className={`queue-${level}`}>
          <strong>{level === "fault" ? "Fault" : "Warning"}:</strong> <TraceText text={message} />{" "}
          <span className="soft">
            <TraceText text={remedy} /> <code>{code}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
