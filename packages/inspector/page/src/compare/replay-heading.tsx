import type { ReactNode } from "react";

import type { ReplayAgainst, ReplaySummary, ReplayView } from "../../../src/shared/view/replay-view.ts";
import { counted } from "../../../src/shared/words/counted.ts";
import { rejection } from "../../../src/shared/words/outcome-words.ts";
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
              {shownText(replayTitle(each))}, {replayOutcome(each.outcome).word}
            </option>
          ))}
        </select>
      </h2>
      <p>
        {counted(steps.length, "step")}
        {against.kept > 0 && `, ${against.kept} of them kept from attempt ${against.attempt}`}.{" "}
        {partingWords(against)}
      </p>
      {why !== undefined && <TraceText as="p" className="rejection" text={why} />}
    </section>
  );
}

function partingWords({ attempt, partsAt }: ReplayAgainst): string {
  return partsAt === undefined
    ? `None of its steps differs from attempt ${attempt}.`
    : `Differs from attempt ${attempt} from step ${partsAt + 1} on.`;
}
