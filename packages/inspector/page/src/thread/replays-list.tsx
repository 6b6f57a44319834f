import type { ReactNode } from "react";

import type { ReplaySummary } from "../../../src/shared/view/replay-view.ts";
import { useActing } from "../acting/use-acting.ts";
import { usePageData } from "../data/page-data.ts";
import { replayOutcome, replayTitle } from "../parts/replay-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { hrefOf } from "../routing/route.ts";

const NONE: readonly ReplaySummary[] = [];

/** The replays of a run, each a link to its comparison with the attempt that was replayed; nothing where there are none. */
export function ReplaysList({ thread, run }: { readonly thread: string; readonly run: string }): ReactNode {
  const data = usePageData();
  const latest = useActing()?.view?.whatIfs?.last?.replay ?? 0;
  const { loaded } = useLoaded(
    `replays ${thread} ${latest}`,
    async () => (await data.replays?.(thread)) ?? NONE,
  );
  if (loaded.state === "loading") return null;
  if (loaded.state === "failed")
    return (
      <p className="failed" role="alert">
        Could not read the replays: <TraceText text={loaded.message} />
      </p>
    );
  const shown = loaded.value.filter((each) => each.run === run);
  if (shown.length === 0) return null;
  return (
    <section className="replays" aria-labelledby="replays-title">
      <h3 id="replays-title">Replays</h3>
      <p className="soft">They ran on copies of this run, and do not count as attempts.</p>
      <ul>
        {shown.map((replay) => (
          <li key={replay.replay}>
            <ReplayLink thread={thread} replay={replay} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReplayLink({
  thread,
  replay: { attempt, number, outcome, replay, run, variant, whatIf },
}: {
  readonly thread: string;
  readonly replay: ReplaySummary;
}): ReactNode {
  const { mark, tone, word } = replayOutcome({ outcome, whatIf });
  return (
    <>
      <a href={hrefOf({ page: "compare", thread, run, a: attempt, replay })}>
        <TraceText text={replayTitle({ number, variant })} />
      </a>{" "}
      <span className={`replay-${tone}`}>
        <span aria-hidden="true">{mark}</span> {word}
      </span>{" "}
      <span className="soft">of attempt {attempt}</span>
    </>
  );
}
