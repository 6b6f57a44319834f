import type { ReactNode } from "react";

import { usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import { PilotFindings } from "../pilot/pilot-findings.tsx";

/** Whether rollback pays, as far as recorded runs show it. */
export function PilotPage(): ReactNode {
  const { pilot } = usePageData();
  const { loaded, reload } = useLoaded("pilot", async () => pilot?.());
  useTitle("Pilot");
  return (
    <>
      <h1>Pilot on the recorded runs</h1>
      <Waiting loaded={loaded} what="the runs" reload={reload}>
        {(view) =>
          view === undefined ? (
            <p className="empty">
              A report holds some threads only. <code>langgraph-rollback pilot --db</code> looks at all.
            </p>
          ) : (
            <PilotFindings view={view} />
          )
        }
      </Waiting>
    </>
  );
}
