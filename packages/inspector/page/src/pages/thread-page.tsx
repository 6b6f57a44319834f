import { type ReactNode, useEffect, useEffectEvent } from "react";

import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf } from "../routing/route.ts";
import { namedInVain, selectionOf, type ThreadRoute } from "../thread/selection.ts";
import { UnreadableNotice } from "../thread/unreadable-notice.tsx";
import { ThreadPanes } from "../thread/thread-panes.tsx";

/** One thread, as it stands now. */
export function ThreadPage({ route }: { readonly route: ThreadRoute }): ReactNode {
  const data = usePageData();
  const { thread } = route;
  const { loaded, reload } = useLoaded(thread, () => data.thread(thread));
  useTitle(thread);
  const changed = useEffectEvent(reload);
  useEffect(() => data.watch?.(thread, () => changed()), [data, thread]);
  return (
    <Waiting loaded={loaded} what="the thread" reload={reload}>
      {(view) => {
        const selection = view && selectionOf(view, route);
        if (view === undefined) return <NoThread thread={thread} />;
        return (
          <>
            <UnreadableNotice view={view} />
            {selection !== undefined && <VainNotice words={namedInVain(view, route, selection)} />}
            {selection === undefined ? (
              <NoThread thread={thread} isThere={view.unreadable !== undefined} />
            ) : (
              <ThreadPanes view={view} selection={selection} />
            )}
          </>
        );
      }}
    </Waiting>
  );
}

function VainNotice({ words }: { readonly words: string | undefined }): ReactNode {
  if (words === undefined) return null;
  return (
    <div className="notices">
      <p className="notice">
        <span className="notice-sign" aria-hidden="true">
          !
        </span>
        {words}
      </p>
    </div>
  );
}

function NoThread({
  thread,
  isThere = false,
}: {
  readonly thread: string;
  /** Whether there is such a thread, of which nothing can be shown. */
  readonly isThere?: boolean;
}): ReactNode {
  const { name } = usePageData();
  return (
    <div className="empty">
      <h1>{isThere ? "Nothing to show" : "No such thread"}</h1>
      {isThere ? (
        <p>
          No run of the thread <TraceText text={thread} /> can be read.
        </p>
      ) : (
        <p>
          There is no thread <TraceText text={thread} /> in <TraceText text={name} />, or nothing has run on
          it yet.
        </p>
      )}
      <p>
        <a href={hrefOf({ page: "threads" })}>All threads</a>
      </p>
    </div>
  );
}
