import type { ReactNode } from "react";

/** Place of the line, from the left edge of the rows. */
const LEFT = 5.5;

/** How far the line reaches towards a row. */
const REACH = 6;

/**
 * A line from the steps that had values of the selected step first, down to that step. Drawn for eyes; the values and links to these steps stand beside the
 * step's detail.
 */
export function OriginLines({
  from,
  to,
}: {
  /** Middles of rows, in pixels from the top. */
  readonly from: readonly number[];
  readonly to: number;
}): ReactNode {
  const top = from.reduce((least, middle) => Math.min(least, middle), to);
  if (from.length === 0) return null;
  return (
    <svg className="origin-lines" width={14} height={to + 8} aria-hidden="true">
      <path className="origin-line" d={`M${LEFT} ${top}V${to}h${REACH}`} />
      {from.map((middle) => (
        <g key={middle}>
          <path className="origin-line" d={`M${LEFT} ${middle}h${REACH - 2}`} />
          <circle className="origin-dot" cx={LEFT + REACH - 1} cy={middle} r={2.5} />
        </g>
      ))}
      <path className="origin-head" d={`M${LEFT + REACH - 3} ${to - 3.5}l5 3.5-5 3.5z`} />
    </svg>
  );
}
