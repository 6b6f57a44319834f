import type { ReactNode } from "react";

import type { AttemptView, RunView } from "../../../src/shared/view/thread-view.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { outcomeWords, rejection } from "../../../src/shared/words/outcome-words.ts";

/** One side's attempt: which it is, how it ended and why; and the others to choose from. */
export function AttemptHeading({
  side,
  attempt,
  run,
  choose,
}: {
  readonly side: "Left" | "Right";
  readonly attempt: AttemptView;
  readonly run: RunView;
  readonly choose: (attempt: number) => void;
}): ReactNode {
  const why = rejection(attempt);
  const { rewind, steps, kept } = attempt;
  return (
    <section className="compared-attempt" aria-label={`${side}: attempt ${attempt.attempt}`}>
      <h2>
        <select
          aria-label={`${side} attempt`}
          value={attempt.attempt}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {run.attempts.map((each) => (
            <option key={each.attempt} value={each.attempt}>
              Attempt {each.attempt}, {outcomeWords(each).word}
            </option>
          ))}
        </select>
      </h2>
      <p>
        {count(steps.length, "step")}
        {kept > 0 && `, ${kept} of them kept from attempt ${attempt.attempt - 1}`}.
        {rewind !== undefined && ` Rewound to just before step ${rewind.step + 1}.`}
      </p>
      {why !== undefined && <TraceText as="p" className="rejection" text={why} />}
    </section>
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
