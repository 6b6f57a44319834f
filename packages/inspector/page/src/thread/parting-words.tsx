import { type ReactNode, useMemo } from "react";

import { TraceText } from "../parts/trace-text.tsx";
import { WordMarks } from "../parts/word-marks.tsx";
import { hrefOf } from "../routing/route.ts";
import { type PartedSide, partingOf } from "./parting.ts";
import type { Selection } from "./selection.ts";

/** The words at which a failed attempt and the accepted one part, in sight as the page opens. */
export function PartingWords({
  thread,
  selection: { attempt, run },
}: {
  readonly thread: string;
  readonly selection: Selection;
}): ReactNode {
  const parting = useMemo(() => partingOf(run, attempt), [run, attempt]);
  if (parting === undefined) return null;
  const { accepted, failed, row } = parting;
  const href = hrefOf({
    page: "compare",
    thread,
    run: run.run,
    a: failed.attempt,
    b: accepted.attempt,
    row,
  });
  return (
    <dl className="parting">
      <Side side={failed} mark="del" word="rejected" />
      <Side side={accepted} mark="ins" word="accepted" />
      <div>
        <dt className="for-screen-readers">More</dt>
        <dd>
          <a href={href}>Side by side</a>
        </dd>
      </div>
    </dl>
  );
}

function Side({
  side: { attempt, pieces, step },
  mark,
  word,
}: {
  readonly side: PartedSide;
  readonly mark: "del" | "ins";
  readonly word: string;
}): ReactNode {
  const isGood = mark === "ins";
  return (
    <div>
      <dt>
        <span className={isGood ? "tone-good" : "tone-bad"} aria-hidden="true">
          {isGood ? "✓" : "✕"}
        </span>{" "}
        Attempt {attempt}
        <span className="for-screen-readers">, {word}</span>
        {step !== undefined && (
          <>
            , step {step.index + 1} <TraceText text={step.agent} />
          </>
        )}
      </dt>
      <dd>{step === undefined ? "It has no such step." : <WordMarks pieces={pieces} as={mark} />}</dd>
    </div>
  );
}
