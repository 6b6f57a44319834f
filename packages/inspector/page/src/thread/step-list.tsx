import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";

import type { StepValues } from "../../../src/shared/view/step-values.ts";
import { rangeWith } from "../parts/range-with.ts";
import { shownText } from "../parts/shown-text.ts";
import { OriginLines } from "../parts/origin-lines.tsx";
import { rowInWords, StepRowContent } from "./step-row.tsx";
import type { StepRow } from "./step-rows.ts";

/** Known beforehand, so that five thousand rows need no measuring. */
const HEIGHT = 46;

/** Room above a row for the words about where it was rewound to or started from. */
const POINT = 20;

/** The steps of an attempt; only those in sight are drawn. */
export function StepList({
  rows,
  selected,
  marks,
  values,
  onSelect,
}: {
  readonly rows: readonly StepRow[];
  readonly selected: number;
  /** Words of labels about steps, by index. */
  readonly marks: ReadonlyMap<number, string>;
  /** Origins of the selected step's values. */
  readonly values: StepValues | undefined;
  readonly onSelect: (step: number) => void;
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRowsInSight(scroller, rows, selected);
  return (
    <div
      ref={scroller}
      className="step-scroller"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- native ones hold text alone, and all of it at once
      role="listbox"
      aria-label="Steps"
      aria-activedescendant={`step-${selected}`}
      tabIndex={0}
    >
      <div className="step-rows" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          return (
            row && (
              // Keys are heard by the whole page: see use-thread-keys.ts.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={index}
                id={`step-${index}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                role="option"
                tabIndex={-1}
                className={classOf(row)}
                aria-selected={index === selected}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                style={{ height: `${size}px`, transform: `translateY(${start}px)` }}
                onClick={() => onSelect(index)}
              >
                <span className="for-screen-readers">{shownText(rowInWords(row, marks.get(index)))}</span>
                <StepRowContent row={row} mark={marks.get(index)} />
              </div>
            )
          );
        })}
        <OriginLines {...linesIn(virtual, values, selected)} />
      </div>
    </div>
  );
}

/** Middles of the rows between which lines are drawn: a row's text stands at its lower end. */
function linesIn(
  { measurementsCache }: Virtualizer<HTMLDivElement, Element>,
  values: StepValues | undefined,
  selected: number,
): { readonly from: readonly number[]; readonly to: number } {
  const middleOf = (index: number) => (measurementsCache[index]?.end ?? 0) - HEIGHT / 2;
  const steps = new Set((values?.links ?? []).flatMap(({ from }) => (from === "input" ? [] : [from])));
  return { from: [...steps].map(middleOf), to: middleOf(selected) };
}

/** Which rows to draw, and the selected one among them; it is brought into sight whenever it changes. */
function useRowsInSight(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly StepRow[],
  selected: number,
): Virtualizer<HTMLDivElement, Element> {
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHT + (rows[index]?.before === undefined ? 0 : POINT),
    overscan: 8,
    rangeExtractor: rangeWith(selected),
  });
  const hasScrolled = useRef(false);
  useEffect(() => {
    if (selected >= rows.length) return;
    virtual.scrollToIndex(selected, { align: hasScrolled.current ? "auto" : "center" });
    hasScrolled.current = true;
  }, [virtual, selected, rows.length]);
  return virtual;
}

function classOf({ set, isKept, before }: StepRow): string {
  return [
    "row",
    ...(set === undefined ? [] : ["row-in-set"]),
    ...(isKept ? ["row-kept"] : []),
    ...(before === undefined ? [] : [`row-${before}`]),
  ].join(" ");
}
