import type { ReactNode } from "react";

import type { StartedRun } from "../../../src/shared/acting/acting-view.ts";
import { actionWords } from "../../../src/shared/words/action-words.ts";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";

/** A line above the thread. */
export function Notice({
  isBad,
  children,
}: {
  readonly isBad: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p className={isBad ? "notice notice-bad" : "notice"}>
      <span className="notice-sign" aria-hidden="true">
        {isBad ? "!" : "▶"}
      </span>
      <span>{children}</span>
    </p>
  );
}

/** A run with the person who has started it, how and when. */
export function Starter({ run }: { readonly run: StartedRun }): ReactNode {
  return (
    <>
      <TraceText text={run.by} /> started (<TraceText text={actionWords(run)} />, <Moment iso={run.at} />)
    </>
  );
}
