import type { ReactNode } from "react";

import type { ActingView, QueuedOnThread } from "../../../src/shared/acting/acting-view.ts";
import { queueActionWords } from "../../../src/shared/words/action-words.ts";
import { Announcement } from "../parts/announcement.tsx";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import type { Loaded } from "../parts/use-loaded.ts";
import { Notice, Starter } from "./notice.tsx";
import { UnderWay } from "./under-way.tsx";
import { useActing } from "./use-acting.ts";
import { WhatIfNotices } from "./what-if-notices.tsx";

/** Words about the last action. */
export interface Said {
  readonly text: string;
  readonly isError: boolean;
}

/** The run that somebody has started, how the last one failed, and what became of the last action. */
export function ActingNotices({
  said,
  loaded,
}: {
  readonly said: Said | undefined;
  readonly loaded: Loaded<ActingView>;
}): ReactNode {
  const { failed, queued, underWay, whatIfs } = loaded.state === "there" ? loaded.value : {};
  return (
    <div className="notices acting-notices">
      {loaded.state === "failed" && (
        <Notice isBad>
          What can be done here cannot be read: <TraceText text={loaded.message} />
        </Notice>
      )}
      {queued !== undefined && <OfQueue queued={queued} />}
      {underWay !== undefined && (
        <UnderWay run={underWay} what="run" title="What it has done stays; a call with null continues it" />
      )}
      {failed !== undefined && (
        <Notice isBad>
          The run that <Starter run={failed} /> has failed: <TraceText text={failed.message} />
        </Notice>
      )}
      {whatIfs !== undefined && <WhatIfNotices whatIfs={whatIfs} />}
      {said?.isError === true ? (
        <div role="alert">
          <Notice isBad>
            <TraceText text={said.text} />
          </Notice>
        </div>
      ) : (
        <Announcement text={said?.text ?? ""} />
      )}
    </div>
  );
}

/** Ends that the thread itself tells. */
const TOLD: ReadonlySet<string> = new Set(["succeeded", "recovered", "gave-up", "unjudged"]);

/** State of the queue's run on the thread, and who has acted on it. */
function OfQueue({ queued }: { readonly queued: QueuedOnThread }): ReactNode {
  const acting = useActing();
  const { actions, hasEnded, problem, run, status } = queued;
  if (TOLD.has(status)) return null;
  return (
    <Notice isBad={hasEnded}>
      Run <TraceText className="mono" text={run} /> of the queue{" "}
      {hasEnded ? `has ended as ${status}` : status === "waiting" ? "waits for its answer" : `is ${status}`}.
      {actions.map((action) => (
        <span key={`${action.at} ${action.by}`}>
          {" "}
          <TraceText text={queueActionWords(action)} />, <Moment iso={action.at} />.
        </span>
      ))}
      {problem !== undefined && (
        <>
          {" "}
          <TraceText text={problem} />
        </>
      )}{" "}
      {!hasEnded && (
        <button type="button" onClick={() => acting?.open({ kind: "cancel", run })}>
          Cancel the run …
        </button>
      )}
    </Notice>
  );
}
