import type { ReactNode } from "react";

import type { TaskPilotView } from "../../../src/shared/view/task-pilot-view.ts";
import {
  alarmPilotTable,
  taskPilotNotes,
  taskPilotRule,
  taskPilotTable,
} from "../../../src/shared/words/task-pilot-words.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { TraceText } from "../parts/trace-text.tsx";

/** Results of a pilot on tasks, the advice first; without one, how to get one. */
export function TaskPilot({ view: { pilot } }: { readonly view: TaskPilotView }): ReactNode {
  if (pilot === undefined)
    return (
      <p className="soft">
        <code>langgraph-rollback pilot --graph ./agent.js --tasks tasks.jsonl --json pilot.json</code> tries
        rollback on tasks whose right results are known, and <code>inspect --pilot pilot.json</code> shows
        here what it has found.
      </p>
    );
  const { file, report } = pilot;
  const rule = taskPilotRule(report);
  return (
    <div className="pilot-findings">
      <p className="pilot-advice">
        <TraceText text={report.advice.sentence} />
      </p>
      {rule !== undefined && <p className="soft">{rule}</p>}
      <FiguresTable {...taskPilotTable(report)} />
      {report.alarm !== undefined && (
        <>
          <p>
            <TraceText text={report.alarm.advice.sentence} />
          </p>
          <FiguresTable {...alarmPilotTable(report.alarm)} />
        </>
      )}
      <ul className="pilot-notes">
        {[...taskPilotNotes(report), `From ${file}.`].map((note) => (
          <li key={note}>
            <TraceText text={note} />
          </li>
        ))}
      </ul>
    </div>
  );
}
