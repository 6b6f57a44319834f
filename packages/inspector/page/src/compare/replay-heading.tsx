import type { ReactNode } from "react";

import type { ReplayAgainst, ReplaySummary, ReplayView } from "../../../src/shared/view/replay-view.ts";
import type { WhatIfTold } from "../../../src/shared/view/what-if-told.ts";
import { counted } from "../../../src/shared/words/counted.ts";
import { rejection } from "../../../src/shared/words/outcome-words.ts";
import { actLines } from "../../../src/shared/words/what-if-words.ts";
import { Moment } from "../parts/moment.tsx";
import { replayOutcome, replayTitle } from "../parts/replay-words.ts";
import { shownText } from "../parts/shown-text.ts";
import { TraceText } from "../parts/trace-text.tsx";

/** The replay on the right: which it is, how it ended and where it parts from the attempt; and the others of its run to choose from. */
export function ReplayHeading({
  replay,
  others,
  against,
  choose,
}: {
  readonly replay: ReplayView;
  /** The replays of its run, itself included. */
  readonly others: readonly ReplaySummary[];
  readonly against: ReplayAgainst;
  readonly choose: (replay: number) => void;
}): ReactNode {
  const { outcome, steps } = replay;
  const why = rejection({ outcome });
  return (
    <section className="compared-attempt" aria-label="Right: a replay">
      <h2>
        <select
          aria-label="Right replay"
          value={replay.replay}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {others.map((each) => (
            <option key={each.replay} value={each.replay}>
              {shownText(replayTitle(each))}, {replayOutcome(each).word}
            </option>
          ))}
        </select>
      </h2>
      <p>
        {counted(steps.length, "step")}
        {against.kept > 0 && `, ${against.kept} of them kept from attempt ${against.attempt}`}.{" "}
        {partingWords(against)}
      </p>
      {replay.whatIf !== undefined && <WhatIfFacts thread={replay.thread} told={replay.whatIf} />}
      {why !== undefined && <TraceText as="p" className="rejection" text={why} />}
    </section>
  );
}

/** The copy that a what-if ran on, who wanted it, how it ended and what became of its acts. */
function WhatIfFacts({
  thread,
  told: { acts, at, by, reason, status, step, why },
}: {
  readonly thread: string;
  readonly told: WhatIfTold;
}): ReactNode {
  return (
    <>
      <p>
        A copy in memory of thread <TraceText className="mono" text={thread} />, run from step {step + 1} on
        by <TraceText text={by} />, <Moment iso={at} />
        {why !== undefined && (
          <>
            {" "}
            (<TraceText text={why} />)
          </>
        )}
        . It is kept until the inspector ends.
      </p>
      {status === "inconclusive" && <TraceText as="p" className="rejection" text={reason} />}
      {acts.length > 0 && (
        <ul className="what-if-acts" aria-label="Acts of the copy">
          {actLines(acts).map((line, place) => (
            // Two acts may be the same, and their order is fixed.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <TraceText className="mono" text={line} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function partingWords({ attempt, partsAt }: ReplayAgainst): string {
  return partsAt === undefined
    ? `None of its steps differs from attempt ${attempt}.`
    : `Differs from attempt ${attempt} from step ${partsAt + 1} on.`;
}
