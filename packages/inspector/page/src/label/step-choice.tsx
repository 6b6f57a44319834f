import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";

import type { Label } from "../../../src/shared/labels/label.ts";
import type { AttemptView, StepView } from "../../../src/shared/view/thread-view.ts";
import { boundedSet } from "../parts/bounded-set.ts";
import { rangeWith } from "../parts/range-with.ts";
import { ScoreBar } from "../parts/score-bar.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { outputOrCalls } from "../parts/output-or-calls.ts";
import { stepMarks } from "./step-marks.ts";

/** Height of a row in pixels. */
const ROW_HEIGHT = 30;

interface StepChoiceProps {
  readonly steps: readonly StepView[];
  /** The step under the cursor. */
  readonly step: number;
  readonly choose: (step: number) => void;
  /** Steps marked as decisive that no label says yet. */
  readonly marked: ReadonlySet<number>;
  readonly own: readonly Label[];
  readonly others: readonly Label[];
  /** Absent while it would lead the labeller. */
  readonly attribution: AttemptView["attribution"];
  /**
   * Above 0 and rising when the list is to take the focus: screen readers say only what happens in the element that has
   * it, and nothing has it when the next attempt takes the place of one that was labelled.
   */
  readonly focusTurn: number;
}

/** The steps of an attempt to choose one from; of thousands only those in sight are drawn. */
export function StepChoice({
  steps,
  step,
  choose,
  marked,
  own,
  others,
  attribution,
  focusTurn,
}: StepChoiceProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtualizer = useStepsInSight(list, steps.length, step);
  useEffect(() => {
    if (focusTurn > 0) list.current?.focus({ preventScroll: true });
  }, [focusTurn]);
  const [inSet, marks] = [new Set(boundedSet(attribution)), stepMarks(marked, own, others)];
  return (
    <div
      ref={list}
      className="step-choice"
      // A select can neither hold bars nor leave out what is not in sight.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label="Steps"
      tabIndex={0}
      aria-activedescendant={`${id}-${step}`}
    >
      <div className="step-choice-all" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const shown = steps[index];
          if (shown === undefined) return undefined;
          return (
            <StepOption
              key={index}
              id={`${id}-${index}`}
              step={shown}
              count={steps.length}
              isSelected={index === step}
              isInSet={inSet.has(index)}
              score={attribution?.scores[index]}
              marks={marks.get(index)}
              top={start}
              choose={() => choose(index)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Which rows to draw: the one under the cursor is brought into sight, and stays drawn when the list is scrolled. */
function useStepsInSight(
  list: RefObject<HTMLDivElement | null>,
  count: number,
  step: number,
): Virtualizer<HTMLDivElement, Element> {
  // Its functions answer anew at every drawing, so nothing here may be memoized; the React Compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    rangeExtractor: rangeWith(step),
  });
  useEffect(() => virtualizer.scrollToIndex(step, { align: "auto" }), [virtualizer, step]);
  return virtualizer;
}

function StepOption({
  id,
  step,
  count,
  isSelected,
  isInSet,
  score,
  marks = [],
  top,
  choose,
}: {
  readonly id: string;
  readonly step: StepView;
  /** Number of all steps. */
  readonly count: number;
  readonly isSelected: boolean;
  readonly isInSet: boolean;
  readonly score: number | undefined;
  readonly marks: readonly string[] | undefined;
  /** Pixels from the list's beginning. */
  readonly top: number;
  readonly choose: () => void;
}): ReactNode {
  return (
    <div
      id={id}
      className="step-option"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={step.index + 1}
      data-in-set={isInSet || undefined}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT }}
      onClick={choose}
      onKeyDown={({ key }) => key === "Enter" && choose()}
    >
      <span className="step-number">{step.index + 1}</span>
      <TraceText text={step.agent} className="step-agent" />
      {step.error !== undefined && <span className="step-error">error</span>}
      {marks.map((mark) => (
        <TraceText key={mark} text={mark} className="step-mark" />
      ))}
      <TraceText text={outputOrCalls(step)} className="step-summary" />
      {isInSet && <span className="in-set">in the set</span>}
      {score !== undefined && <ScoreBar score={score} />}
    </div>
  );
}
