import type { ReactNode } from "react";

import { AgentPage } from "./pages/agent-page.tsx";
import { CalibrationPage } from "./pages/calibration-page.tsx";
import { ComparePage } from "./pages/compare-page.tsx";
import { LabelPage } from "./pages/label-page.tsx";
import { PilotPage } from "./pages/pilot-page.tsx";
import { QueuePage } from "./pages/queue-page.tsx";
import { ThreadPage } from "./pages/thread-page.tsx";
import { UnknownPage } from "./pages/unknown-page.tsx";
import { ThreadsPage } from "./pages/threads-page.tsx";
import { type Route } from "./routing/route.ts";
import { Shell } from "./shell/shell.tsx";
import { useRoute } from "./routing/use-route.ts";

/** The whole page. */
export function App(): ReactNode {
  const route = useRoute();
  return <Shell route={route}>{pageOf(route)}</Shell>;
}

function pageOf(route: Route): ReactNode {
  switch (route.page) {
    case "threads":
      return <ThreadsPage route={route} />;
    case "thread":
      return <ThreadPage route={route} key={route.thread} />;
    case "compare":
      return <ComparePage route={route} key={route.thread} />;
    case "label":
      return <LabelPage route={route} />;
    case "calibration":
      return <CalibrationPage />;
    case "pilot":
      return <PilotPage />;
    case "queue":
      return <QueuePage />;
    case "agent":
      return <AgentPage />;
    case "unknown":
      return <UnknownPage route={route} />;
  }
}
