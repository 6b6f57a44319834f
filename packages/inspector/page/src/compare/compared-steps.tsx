import { type ReactNode, useMemo, useState } from "react";

import { Announcement } from "../parts/announcement.tsx";
import { useKeys } from "../parts/use-keys.ts";
import type { ComparedRow } from "../../../src/shared/comparing/align-steps.ts";
import type { ComparedSide } from "./compared-side.ts";
import { ComparedList } from "./compared-list.tsx";
import { movedRow, NOWHERE, type RowMove } from "./moved-row.ts";
import { nextDifference, rowStatus, type RowStatus } from "../../../src/shared/comparing/row-status.ts";

interface ComparedStepsProps {
  readonly at: { readonly thread: string; readonly run: string };
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly rows: readonly ComparedRow[];
  /** The row under the cursor. */
  readonly row: number | undefined;
  readonly choose: (row: number) => void;
}

/** The rows of a comparison, the first difference open, with a cursor that goes from difference to difference. */
export function ComparedSteps({ at, a, b, rows, row, choose }: ComparedStepsProps): ReactNode {
  const statuses = useMemo(
    () => rows.map((each) => rowStatus(each, a.steps, b.steps)),
    [rows, a.steps, b.steps],
  );
  const kept = statuses.filter((status) => status === "kept").length;
  const [isUnfolded, setUnfolded] = useState(row !== undefined && row < kept);
  const [start] = useState(() => row ?? nextDifference(statuses, -1, 1) ?? -1);
  const [open, setOpen] = useState(() => new Set([start]));
  const [said, setSaid] = useState({ turn: 0, text: "" });
  const toggle = (target: number) => {
    choose(target);
    setOpen(new Set(open.has(target) ? [...open].filter((each) => each !== target) : [...open, target]));
  };
  const move = (how: RowMove) => () => {
    const target = movedRow(statuses, row, how, isUnfolded ? 0 : kept);
    setSaid(({ turn }) => ({ turn: turn + 1, text: target === undefined ? NOWHERE[how] : "" }));
    if (target !== undefined) choose(target);
  };
  useKeys({
    j: move("down"),
    k: move("up"),
    n: move("next-difference"),
    p: move("previous-difference"),
    o: () => row !== undefined && toggle(row),
  });
  return (
    <section aria-label="Steps side by side">
      <Differences statuses={statuses} />
      <Announcement text={said.text} turn={said.turn} />
      <ComparedList
        at={at}
        a={a}
        b={b}
        rows={rows}
        statuses={statuses}
        row={row}
        start={start}
        focusTurn={said.turn}
        open={open}
        toggle={toggle}
        isUnfolded={isUnfolded}
        unfold={() => setUnfolded(!isUnfolded)}
      />
    </section>
  );
}

function Differences({ statuses }: { readonly statuses: readonly RowStatus[] }): ReactNode {
  const redone = statuses.filter((status) => status !== "kept");
  const differing = redone.filter((status) => status !== "same").length;
  return (
    <p className="compared-count">
      {differing === 0 ? "No step differs." : `${differing} of ${redone.length} rows after the fork differ.`}
      <span className="keys">
        <kbd>j</kbd> <kbd>k</kbd> move, <kbd>n</kbd> <kbd>p</kbd> next and previous difference, <kbd>o</kbd>{" "}
        opens
      </span>
    </p>
  );
}
