import type { ReactNode } from "react";

import { hrefOf } from "../routing/route.ts";

/** Instructions where there is no calibration yet. */
export function HowToCalibrate(): ReactNode {
  return (
    <section className="how-to">
      <h2>How to get one</h2>
      <p>
        Say of failed attempts which step was decisive, on the{" "}
        <a href={hrefOf({ page: "label" })}>label page</a>. Then run:
      </p>
      <pre>
        <code>langgraph-rollback calibrate --db runs.sqlite</code>
      </pre>
      <p>
        Or let faults be planted into your own agent, which come with their labels:{" "}
        <code>langgraph-rollback calibrate --graph ./agent.js#graph --tasks tasks.jsonl</code>
      </p>
      <p>
        Give the file to <code>withRollback</code> as <code>calibration</code>, and to the inspector with{" "}
        <code>--calibration</code>.
      </p>
    </section>
  );
}
