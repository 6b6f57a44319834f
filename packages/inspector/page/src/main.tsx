import "./styles/tokens.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/threads.css";
import "./styles/compare.css";
import "./styles/compare-widths.css";
import "./styles/label.css";
import "./styles/thread.css";
import "./styles/thread-attempts.css";
import "./styles/thread-steps.css";
import "./styles/thread-detail.css";
import "./styles/thread-origins.css";
import "./styles/findings.css";
import "./styles/thread-widths.css";
import "./styles/calibration.css";
import "./styles/watch.css";
import "./styles/pilot.css";
import "./styles/queue.css";
import "./styles/agent.css";
import "./styles/acting.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app.tsx";
import { openOnlyThread } from "./data/open-only-thread.ts";
import { openPageData } from "./data/open-page-data.ts";
import { PageDataProvider } from "./data/page-data.ts";
import { hideToken } from "./routing/hide-token.ts";
import { showFailure } from "./show-failure.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("Expected an element #root in the page.");
try {
  hideToken(location, history);
  const data = await openPageData();
  await openOnlyThread(data);
  createRoot(root, { onUncaughtError: (error) => showFailure(root, error) }).render(
    <StrictMode>
      <PageDataProvider value={data}>
        <App />
      </PageDataProvider>
    </StrictMode>,
  );
} catch (error) {
  showFailure(root, error);
}
