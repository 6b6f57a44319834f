import type { ReactNode } from "react";

import type { WhatIfsView } from "../../../src/shared/acting/acting-view.ts";
import { replayOutcome } from "../parts/replay-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";
import { Notice, Starter } from "./notice.tsx";
import { UnderWay } from "./under-way.tsx";
import { useActing } from "./use-acting.ts";

/** The what-if that is under way, that could not be made, or was made last, with the way to it. */
export function WhatIfNotices({ whatIfs }: { readonly whatIfs: WhatIfsView }): ReactNode {
  const acting = useActing();
  if (acting === undefined) return null;
  const { thread } = acting;
  const { failed, last, underWay } = whatIfs;
  return (
    <>
      {underWay !== undefined && <UnderWay run={underWay} what="what-if" title="Nothing of it is kept" />}
      {failed !== undefined && (
        <Notice isBad>
          The what-if that <Starter run={failed} /> could not be made: <TraceText text={failed.message} />
        </Notice>
      )}
      {underWay === undefined && last !== undefined && (
        <Notice isBad={false}>
          The what-if by <TraceText text={last.told.by} /> from step {last.told.step + 1} was{" "}
          {replayOutcome({ whatIf: last.told }).word}.{" "}
          <a href={hrefOf({ page: "compare", thread, replay: last.replay })}>Look at it beside the run</a>
        </Notice>
      )}
    </>
  );
}
