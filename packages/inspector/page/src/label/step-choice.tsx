import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useId, useRef } from "react";

import type { Label } from "../../../src/labels/label.ts";
import type { AttemptView, StepView } from "../../../src/view/thread-view.ts";
import { ScoreBar } from "../parts/score-bar.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { saidOrCalled } from "../parts/said-or-called.ts";
import { stepsNamed } from "./labels-of-attempt.ts";

/** Height of a row in pixels. */
const ROW_HEIGHT = 30;

/** The steps of an attempt to choose one from; of thousands only those in sight are drawn. */
export function StepChoice({
  steps,
  step,
  choose,
  own,
  others,
  attribution,
  focusTurn,
}: {
  readonly steps: readonly StepView[];
  readonly step: number;
  readonly choose: (step: number) => void;
  readonly own: readonly Label[];
  readonly others: readonly Label[];
  /** Absent while it would lead the labeller. */
  readonly attribution: AttemptView["attribution"];
  /**
   * Above 0 and rising when the list is to take the focus: screen readers say only what happens in the element that has
   * it, and nothing has it when the next attempt takes the place of one that was labelled.
   */
  readonly focusTurn: number;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  // Its functions answer anew at every drawing, so nothing here may be memoized; the React Compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: steps.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  useEffect(() => {
    if (focusTurn > 0) list.current?.focus({ preventScroll: true });
  }, [focusTurn]);
  useEffect(() => virtualizer.scrollToIndex(step, { align: "auto" }), [virtualizer, step]);
  const inSet = new Set(attribution?.set.steps);
  const marks = marksOf(own, others);
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
            <div
              key={index}
              id={`${id}-${index}`}
              className="step-option"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              tabIndex={-1}
              aria-selected={index === step}
              aria-setsize={steps.length}
              aria-posinset={index + 1}
              data-in-set={inSet.has(index) || undefined}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
              onClick={() => choose(index)}
              onKeyDown={({ key }) => key === "Enter" && choose(index)}
            >
              <span className="step-number">{index + 1}</span>
              <TraceText text={shown.agent} className="step-agent" />
              {shown.error !== undefined && <span className="step-error">error</span>}
              {marks.get(index)?.map((mark) => (
                <span key={mark} className="step-mark">
                  {mark}
                </span>
              ))}
              <TraceText text={saidOrCalled(shown)} className="step-summary" />
              {inSet.has(index) && <span className="in-set">in the set</span>}
              {attribution !== undefined && <ScoreBar score={attribution.scores[index] ?? 0} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** What has been said of each step, in words. */
function marksOf(own: readonly Label[], others: readonly Label[]): ReadonlyMap<number, readonly string[]> {
  const marks = new Map<number, string[]>();
  const mark = (step: number, words: string) => marks.set(step, [...(marks.get(step) ?? []), words]);
  for (const step of stepsNamed(own, "not-this")) mark(step, "✗ not this");
  for (const step of stepsNamed(own, "decisive")) mark(step, "★ decisive");
  for (const { labeller, verdict } of others)
    if (verdict.kind === "decisive") mark(verdict.step, `★ ${labeller}`);
    else if (verdict.kind === "not-this") mark(verdict.step, `✗ ${labeller}`);
  return marks;
}
