import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";

import type { StepView } from "../../../src/shared/view/thread-view.ts";
import { boundedSet } from "../parts/bounded-set.ts";
import { outputOrCalls } from "../parts/output-or-calls.ts";
import { shownText } from "../parts/shown-text.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { WordMarks } from "../parts/word-marks.tsx";
import type { ComparedRow } from "../../../src/shared/comparing/align-steps.ts";
import type { ComparedSide } from "./compared-side.ts";
import { ComparedDetail } from "./compared-detail.tsx";
import type { RowStatus } from "../../../src/shared/comparing/row-status.ts";
import { type TextPiece, wordChanges } from "../parts/word-changes.ts";

/** Of an agent's name, in UTF-16 units: a trace may make it as long as it likes. */
const LONGEST_NAME = 60;

interface ComparedRowProps {
  readonly at: { readonly thread: string; readonly run: string };
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly row: ComparedRow;
  readonly status: RowStatus;
  readonly isCurrent: boolean;
  /** Rises whenever the row is to take the focus. */
  readonly focusTurn: number;
  readonly isOpen: boolean;
  /** Whether its first words that differ are brought into sight once they are there. */
  readonly isStart: boolean;
  readonly toggle: () => void;
}

/** A row: the beginning of each attempt's output at this place with the differing words marked, and on demand all of it. */
export function ComparedRowView({
  at,
  a,
  b,
  row,
  status,
  isCurrent,
  focusTurn,
  isOpen,
  isStart,
  toggle,
}: ComparedRowProps): ReactNode {
  const detail = useId();
  const button = useRef<HTMLButtonElement>(null);
  const left = row.a === undefined ? undefined : a.steps[row.a];
  const right = row.b === undefined ? undefined : b.steps[row.b];
  const changes = useMemo(
    () =>
      status === "differs" && left && right
        ? wordChanges(outputOrCalls(left), outputOrCalls(right))
        : undefined,
    [status, left, right],
  );
  useEffect(() => {
    if (focusTurn > 0) button.current?.focus({ preventScroll: true });
  }, [focusTurn]);
  const word = statusWord(status, a, b, left);
  return (
    <div className={`compared-row compared-${status}`} data-current={isCurrent || undefined}>
      <button
        type="button"
        ref={button}
        className="compared-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detail : undefined}
        onClick={toggle}
      >
        <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
        <span className="compared-status">{word}</span>
        <span className="for-screen-readers">{placeWords(left, right)}</span>
      </button>
      <Side side={a} step={left} pieces={changes?.a} mark="del" isOpen={isOpen} />
      <Side side={b} step={right} pieces={changes?.b} mark="ins" isOpen={isOpen} />
      {isOpen && (
        <div className="compared-detail" id={detail}>
          <ComparedDetail at={at} a={a} b={b} row={row} isStart={isStart} />
        </div>
      )}
    </div>
  );
}

function Side({
  side,
  step,
  pieces,
  mark,
  isOpen,
}: {
  readonly side: ComparedSide;
  readonly step: StepView | undefined;
  readonly pieces: readonly TextPiece[] | undefined;
  readonly mark: "del" | "ins";
  /** The whole output stands below then. */
  readonly isOpen: boolean;
}): ReactNode {
  if (step === undefined) return <div className="compared-side compared-nothing">–</div>;
  const isInSet = boundedSet(side.attribution).includes(step.index);
  return (
    <div className="compared-side" data-in-set={isInSet || undefined}>
      <p className="compared-step">
        <span className="compared-whose">{side.name}, step </span>
        <span className="step-number">{step.index + 1}</span> <TraceText text={step.agent} />
        {isInSet && <span className="in-set">in the set</span>}
        {step.error !== undefined && <span className="step-error">error</span>}
      </p>
      {!isOpen && (
        <p className="compared-words">
          {pieces === undefined ? (
            <TraceText text={outputOrCalls(step)} />
          ) : (
            <WordMarks pieces={pieces} as={mark} />
          )}
        </p>
      )}
    </div>
  );
}

function statusWord(
  status: RowStatus,
  a: ComparedSide,
  b: ComparedSide,
  shown: StepView | undefined,
): string {
  if (status === "only-a") return onlyIn(a);
  if (status === "only-b") return onlyIn(b);
  // A row shows the beginning of a long text.
  return status === "same" && shown?.summary.endsWith("…") === true ? "begins the same" : status;
}

function onlyIn({ attempt, replay }: ComparedSide): string {
  return replay === undefined ? `only in attempt ${attempt}` : "only in the replay";
}

function placeWords(a: StepView | undefined, b: StepView | undefined): string {
  const name = (step: StepView) => `step ${step.index + 1}, ${shownText(step.agent.slice(0, LONGEST_NAME))}`;
  return [a, b].flatMap((step) => (step === undefined ? [] : [name(step)])).join(" and ");
}
