import type { ReactNode } from "react";

/** Pixels. */
const BAR = 12;
const HEIGHT = 28;

/** Counts of periods as small bars, the last one marked. */
export function TrendBars({
  counts,
  days,
  of,
}: {
  readonly counts: readonly number[];
  /** Length of a period. */
  readonly days: number;
  /** Total of each count; shown behind it. */
  readonly of?: readonly number[];
}): ReactNode {
  const most = (of ?? counts).reduce((a, b) => Math.max(a, b), 1);
  const words = counts.map((count, at) => (of === undefined ? `${count}` : `${count} of ${of[at] ?? 0}`));
  return (
    <svg
      className="trend-bars"
      width={counts.length * BAR}
      height={HEIGHT}
      role="img"
      aria-label={`Failed runs in periods of ${days} days, oldest first: ${words.join(", ")}`}
    >
      {of?.map((count, at) => bar(count / most, at, "trend-all"))}
      {counts.map((count, at) =>
        bar(count / most, at, at === counts.length - 1 ? "trend-last" : "trend-failed"),
      )}
    </svg>
  );
}

function bar(share: number, at: number, kind: string): ReactNode {
  const height = Math.max(1, Math.round(share * HEIGHT));
  return (
    <rect
      key={`${kind} ${at}`}
      className={kind}
      x={at * BAR}
      y={HEIGHT - height}
      width={BAR - 3}
      height={height}
    />
  );
}
