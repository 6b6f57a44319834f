import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from "react";

import { useOffsetTop } from "../parts/use-offset-top.ts";
import type { ComparedRow } from "../../../src/shared/comparing/align-steps.ts";
import { type ComparedLine, comparedLines } from "./compared-lines.ts";
import type { ComparedSide } from "./compared-side.ts";
import { ComparedRowView } from "./compared-row-view.tsx";
import type { RowStatus } from "../../../src/shared/comparing/row-status.ts";

/** Height of a closed row in pixels, until it has been measured. */
const ROW_HEIGHT = 60;

/** Height in pixels that the legend covers at the window's top. */
const LEGEND_HEIGHT = 32;

interface ComparedListProps {
  readonly at: { readonly thread: string; readonly run: string };
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly rows: readonly ComparedRow[];
  readonly statuses: readonly RowStatus[];
  readonly row: number | undefined;
  /** The row that is open at first: the first words that differ are brought into sight there. */
  readonly start: number;
  /** Rises whenever a key has moved the cursor: the row is to take the focus then. */
  readonly focusTurn: number;
  readonly open: ReadonlySet<number>;
  readonly toggle: (row: number) => void;
  readonly isUnfolded: boolean;
  readonly unfold: () => void;
}

/** All lines of a comparison, of which only those in sight are drawn. */
export function ComparedList(props: ComparedListProps): ReactNode {
  const { a, b, rows, row, start, focusTurn, isUnfolded } = props;
  const lines = useMemo(() => comparedLines(rows, isUnfolded), [rows, isUnfolded]);
  const list = useRef<HTMLOListElement>(null);
  const offset = useOffsetTop(list);
  // Its functions answer anew at every drawing, so nothing here may be memoized; the React Compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: offset,
    scrollPaddingStart: LEGEND_HEIGHT,
    getItemKey: (index) => keyOf(lines[index]),
  });
  const bringIntoView = useEffectEvent(() => {
    const index = lines.findIndex((line) => line.kind === "row" && line.row === (row ?? start));
    if (index !== -1) virtualizer.scrollToIndex(index, { align: "auto" });
  });
  useEffect(() => bringIntoView(), [row, focusTurn]);
  return (
    <>
      <p className="compared-legend" aria-hidden="true">
        <span>
          {a.name}, {a.ending}
        </span>
        <span>
          {b.name}, {b.ending}
        </span>
      </p>
      <ol className="compared" ref={list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start: top }) => (
          <li
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            aria-setsize={lines.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${top - offset}px)` }}
          >
            <Line line={lines[index]} {...props} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Line({
  line,
  isUnfolded,
  unfold,
  ...props
}: ComparedListProps & { readonly line: ComparedLine | undefined }): ReactNode {
  switch (line?.kind) {
    case undefined:
      return undefined;
    case "fold":
      return <Fold kept={line.kept} isUnfolded={isUnfolded} unfold={unfold} />;
    case "fork":
      return <p className="fork">{forkWords(line.kept)}</p>;
    case "row":
      return <Row number={line.row} {...props} />;
  }
}

function Fold({
  kept,
  isUnfolded,
  unfold,
}: {
  readonly kept: number;
  readonly isUnfolded: boolean;
  readonly unfold: () => void;
}): ReactNode {
  return (
    <button type="button" className="fold" aria-expanded={isUnfolded} onClick={unfold}>
      <span aria-hidden="true">{isUnfolded ? "▾" : "▸"}</span>
      {kept === 1 ? "Step 1 was kept and not run again" : `Steps 1 to ${kept} were kept and not run again`}
    </button>
  );
}

function forkWords(kept: number): string {
  return kept === 0
    ? "Nothing was kept: both ran from the start"
    : `Fork: from step ${kept + 1} on, both ran for themselves`;
}

function Row({
  number,
  at,
  a,
  b,
  rows,
  statuses,
  row,
  start,
  focusTurn,
  open,
  toggle,
}: Omit<ComparedListProps, "isUnfolded" | "unfold"> & { readonly number: number }): ReactNode {
  const compared = rows[number];
  const status = statuses[number];
  if (compared === undefined || status === undefined) return undefined;
  return (
    <ComparedRowView
      at={at}
      a={a}
      b={b}
      row={compared}
      status={status}
      isCurrent={number === row}
      focusTurn={number === row ? focusTurn : 0}
      isOpen={open.has(number)}
      isStart={number === start}
      toggle={() => toggle(number)}
    />
  );
}

function keyOf(line: ComparedLine | undefined): string {
  return line?.kind === "row" ? `row ${line.row}` : (line?.kind ?? "none");
}
