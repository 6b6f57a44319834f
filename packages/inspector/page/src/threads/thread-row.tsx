import type { ReactNode } from "react";

import type { FoundThread, ThreadHit } from "../../../src/shared/listing/thread-query.ts";
import type { ThreadSummary } from "../../../src/shared/view/thread-summary.ts";
import { counted } from "../../../src/shared/words/counted.ts";
import { Moment } from "../parts/moment.tsx";
import { StatusMark } from "../parts/status-mark.tsx";
import { ThreadName } from "../parts/thread-name.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";

/** One thread of the list. */
export function ThreadRow({ thread }: { readonly thread: FoundThread }): ReactNode {
  return (
    <>
      <ThreadLine thread={thread} />
      {thread.hit !== undefined && <HitLine thread={thread.id} hit={thread.hit} />}
    </>
  );
}

/** Place in a thread where a search found something. */
function HitLine({ thread, hit }: { readonly thread: string; readonly hit: ThreadHit }): ReactNode {
  const { attempt, run, step, text, what } = hit;
  return (
    <tr className="hit-line">
      <td colSpan={7}>
        <a href={hrefOf({ page: "thread", thread, run, attempt, step })}>{what}</a> <TraceText text={text} />
      </td>
    </tr>
  );
}

function ThreadLine({ thread }: { readonly thread: FoundThread }): ReactNode {
  const { id, status, task, reason, attempts, replays, runs, set, tokens, updatedAt, waits } = thread;
  return (
    <tr>
      <td className="cell-status">
        <StatusMark status={status} />
      </td>
      <th scope="row" className="cell-thread">
        <a href={hrefOf({ page: "thread", thread: id })}>
          <ThreadName thread={thread} />
        </a>
        {runs > 1 && <span className="soft"> {runs} runs</span>}
        {replays !== undefined && (
          <>
            {" "}
            <a className="soft" href={hrefOf({ page: "compare", thread: id, replay: replays })}>
              {counted(replays, "replay")}
            </a>
          </>
        )}
        <TraceText as="p" className="thread-task" text={task} />
        {waits !== undefined && (
          <p className="thread-asks">
            Asks since <Moment iso={waits.since} />: <TraceText text={waits.asks} />
          </p>
        )}
      </th>
      <td className="cell-reason">
        {reason === undefined ? <None /> : <TraceText as="p" className="thread-reason" text={reason} />}
      </td>
      <td className="number" data-label="attempts">
        {attempts === 0 ? <None /> : attempts}
      </td>
      <td className="number" data-label="set">
        {set === undefined ? <None /> : <SetSize {...set} />}
      </td>
      <td className="number" data-label="tokens">
        {tokens === undefined ? <None /> : tokens.toLocaleString("en")}
      </td>
      <td className="number" data-label="decided">
        {updatedAt === undefined ? <None /> : <Moment iso={updatedAt} />}
      </td>
    </tr>
  );
}

function SetSize({ size, steps, status }: NonNullable<ThreadSummary["set"]>): ReactNode {
  return status === "bounded" ? (
    <>
      {size} <span className="soft">of {steps}</span>
    </>
  ) : (
    <span className="soft" title="Nothing better than all steps can be promised.">
      no bound
    </span>
  );
}

function None(): ReactNode {
  return (
    <span className="soft">
      <span aria-hidden="true">–</span>
      <span className="for-screen-readers">none</span>
    </span>
  );
}
