import type { PromiseLine } from "@langgraph-rollback/attribution";
import type { ReactNode } from "react";

import { TraceText } from "./trace-text.tsx";
import { unbroken } from "./unbroken.ts";

/** What is promised of the agent, and under it what was observed; nothing where neither is known. */
export function PromiseLines({ promises }: { readonly promises: PromiseLine }): ReactNode {
  const { observed, parts, promised } = promises;
  if (promised === undefined && observed === undefined) return undefined;
  return (
    <section className={parts.length > 0 ? "promise-lines" : "promise-lines none"} aria-label="Promises">
      {promised !== undefined && (
        <p>
          <TraceText text={unbroken(promised)} />
        </p>
      )}
      {observed !== undefined && <p className="soft">{unbroken(observed)}</p>}
    </section>
  );
}
