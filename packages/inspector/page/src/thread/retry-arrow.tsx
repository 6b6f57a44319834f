import { type ReactNode, useState } from "react";

import { useActing } from "../acting/use-acting.ts";
import type { Lane } from "../../../src/shared/picture/lane-geometry.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { RewindDrawing } from "./lane-drawing.tsx";
import type { Selection } from "./selection.ts";

/** Width of the handle, as in the style. */
const HANDLE = 24;

/** The rewind arrow of the last attempt: dragged to a step, or moved there by keys, it retries the run from there. */
export function RetryArrow({
  selection,
  lane,
  width,
}: {
  readonly selection: Selection;
  /** Of the last attempt. */
  readonly lane: Lane;
  readonly width: number;
}): ReactNode {
  const acting = useActing();
  const [dragged, setDragged] = useState<number>();
  const { attempt, run, step: selected } = selection;
  const last = run.attempts.at(-1);
  if (acting?.view === undefined || last === undefined || last.steps.length === 0) return null;
  const { question, refused, underWay } = acting.view;
  if (refused !== undefined)
    return underWay === undefined ? (
      <p className="lane-refused soft">
        It cannot be retried as it stands. <TraceText text={refused} />
      </p>
    ) : null;
  const count = last.steps.length;
  const here = attempt === last ? selected?.index : undefined;
  const at = Math.min(dragged ?? question?.step ?? here ?? count - 1, count - 1);
  const open = (step: number): void => acting.open({ kind: "retry", step });
  const left = lane.middleOf(0) - HANDLE / 2;
  return (
    <div className="lane-rewind retry-arrow">
      <span className="soft" aria-hidden="true">
        retry
      </span>
      <div>
        <RewindDrawing rewind={{ from: lane.end, to: lane.middleOf(at) }} width={width} />
        <input
          type="range"
          min={1}
          max={count}
          value={at + 1}
          disabled={count === 1}
          aria-label="Retry from step"
          aria-valuetext={`step ${at + 1}, ${last.steps[at]?.agent ?? ""}. Enter retries from there`}
          title="Drag to a step, or move with the arrow keys and press Enter, to retry from there"
          style={{
            marginInlineStart: `${left}px`,
            width: `${lane.middleOf(count - 1) - left + HANDLE / 2}px`,
          }}
          onChange={({ target }) => setDragged(target.valueAsNumber - 1)}
          onPointerUp={({ currentTarget }) => open(currentTarget.valueAsNumber - 1)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") open(currentTarget.valueAsNumber - 1);
          }}
        />
        <span className="retry-arrow-words soft" aria-hidden="true">
          Drag to a step to retry from there.
        </span>
      </div>
    </div>
  );
}
