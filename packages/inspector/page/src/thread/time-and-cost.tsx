import { type ReactNode, useMemo, useState } from "react";

import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { counted } from "../../../src/shared/words/counted.ts";
import { boundedSet } from "../parts/bounded-set.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { useSoon } from "../parts/use-soon.ts";
import { type AttemptTime, attemptTime } from "./attempt-time.ts";
import { durationInWords } from "./duration-in-words.ts";
import type { Selection } from "./selection.ts";
import { TimeDrawing } from "./time-drawing.tsx";

/** How long the steps of an attempt took, which ran side by side, and what they cost, on one axis. */
export function TimeAndCost({
  selection,
  width,
}: {
  readonly selection: Selection;
  /** Of the drawing, in pixels. */
  readonly width: number;
}): ReactNode {
  const { attempt } = selection;
  const isSoon = useSoon();
  if (attempt.steps.length === attempt.kept) return null;
  return (
    <section className="time" aria-labelledby="time-title">
      <h3 id="time-title" className="time-title">
        Time and cost <span className="soft">of attempt {attempt.attempt}</span>
      </h3>
      {isSoon ? <Times selection={selection} width={width} /> : <div className="time-room" />}
    </section>
  );
}

function Times({ selection, width }: { readonly selection: Selection; readonly width: number }): ReactNode {
  const { run, attempt, step } = selection;
  const time = useMemo(() => attemptTime(attempt), [attempt]);
  const set = useMemo(() => new Set(boundedSet(attempt.attribution)), [attempt]);
  const [isOpen, setOpen] = useState(false);
  // Of all attempts, each of which may have thousands of steps.
  const table = useMemo(() => (isOpen ? timeTable(run.attempts) : undefined), [isOpen, run]);
  return (
    <>
      <p className="time-words soft">{timeWords(time)}</p>
      {time.timed.length > 0 && <TimeDrawing time={time} width={width} set={set} selected={step?.index} />}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Attempts as a table</summary>
        {table !== undefined && <FiguresTable {...table} />}
      </details>
    </>
  );
}

function timeWords({ steps, ms, timed, atOnce, tokens }: AttemptTime): string {
  const untimed = steps - timed.length;
  const parts = [
    `${counted(steps, "step")}${timed.length === 0 ? "" : ` in ${durationInWords(ms)}`}`,
    ...(atOnce > 1 ? [`up to ${atOnce} at once`] : []),
    ...(untimed > 0 ? [`${untimed === steps ? "no times" : `of ${untimed} no time`} recorded`] : []),
    tokens === undefined
      ? "no tokens were reported"
      : `${tokens.input.toLocaleString("en")} tokens in and ${tokens.output.toLocaleString("en")} out`,
  ];
  return `${parts.join(", ")}.`;
}

const HEAD = ["Attempt", "Steps run", "Took", "At once", "Tokens in", "Tokens out"] as const;

function timeTable(attempts: readonly AttemptView[]) {
  const rows = attempts.map((attempt) => {
    const { steps, ms, timed, atOnce, tokens } = attemptTime(attempt);
    const isTimed = timed.length > 0;
    return [
      String(attempt.attempt),
      String(steps),
      isTimed ? durationInWords(ms) : "–",
      isTimed ? String(atOnce) : "–",
      tokens?.input.toLocaleString("en") ?? "–",
      tokens?.output.toLocaleString("en") ?? "–",
    ];
  });
  return { head: HEAD, rows };
}
