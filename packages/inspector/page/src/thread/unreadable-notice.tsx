import type { ReactNode } from "react";

import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import { TraceText } from "../parts/trace-text.tsx";

/** Parts that are named; the others are counted. */
const NAMED = 5;

/** Parts of a thread that cannot be read, and the reason; nothing if all of it can. */
export function UnreadableNotice({ view }: { readonly view: ThreadView }): ReactNode {
  const { unreadable = [] } = view;
  if (unreadable.length === 0) return null;
  const others = unreadable.length - NAMED;
  return (
    <div className="notices">
      {unreadable.slice(0, NAMED).map(({ checkpoint, message }) => (
        <p className="notice notice-bad" key={`${checkpoint} ${message}`}>
          <span className="notice-sign" aria-hidden="true">
            !
          </span>
          <TraceText text={message} />
        </p>
      ))}
      {others > 0 && <p className="notice">{others} more parts of this thread cannot be read.</p>}
    </div>
  );
}
