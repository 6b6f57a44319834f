import type { ReactNode } from "react";

import type { ReplayName } from "../../../src/shared/view/replay-name.ts";
import { replayTitle } from "./replay-words.ts";
import { TraceText } from "./trace-text.tsx";

/** Name of a thread: its id, or that of the replay that it is. */
export function ThreadName({
  thread,
}: {
  readonly thread: { readonly id: string; readonly replay?: ReplayName | undefined };
}): ReactNode {
  const { id, replay } = thread;
  if (replay === undefined) return <TraceText text={id === "" ? "(no name)" : id} />;
  return (
    <>
      <TraceText text={replayTitle(replay)} />
      <span className="soft">
        , of thread <TraceText text={replay.thread} />
      </span>
    </>
  );
}
