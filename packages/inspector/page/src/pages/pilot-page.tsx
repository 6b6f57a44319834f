import type { ReactNode } from "react";

import { type PageData, usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import { PilotFindings } from "../pilot/pilot-findings.tsx";
import { TaskPilot } from "../pilot/task-pilot.tsx";

/** Whether rollback pays, by tasks that were tried and by recorded runs. */
export function PilotPage(): ReactNode {
  const { pilot, taskPilot } = usePageData();
  useTitle("Pilot");
  return (
    <>
      <h1>Pilot</h1>
      {pilot === undefined || taskPilot === undefined ? (
        <p className="empty">
          A report holds some threads only. <code>langgraph-rollback pilot --db</code> looks at all.
        </p>
      ) : (
        <div className="pilot">
          <OnTasks load={taskPilot} />
          <OnRecordedRuns load={pilot} />
        </div>
      )}
    </>
  );
}

function OnTasks({ load }: { readonly load: NonNullable<PageData["taskPilot"]> }): ReactNode {
  const { loaded, reload } = useLoaded("task pilot", load);
  return (
    <section>
      <h2>On tasks</h2>
      <Waiting loaded={loaded} what="the pilot on tasks" reload={reload}>
        {(view) => <TaskPilot view={view} />}
      </Waiting>
    </section>
  );
}

function OnRecordedRuns({ load }: { readonly load: NonNullable<PageData["pilot"]> }): ReactNode {
  const { loaded, reload } = useLoaded("pilot", load);
  return (
    <section>
      <h2>On the recorded runs</h2>
      <Waiting loaded={loaded} what="the runs" reload={reload}>
        {(view) => <PilotFindings view={view} />}
      </Waiting>
    </section>
  );
}
