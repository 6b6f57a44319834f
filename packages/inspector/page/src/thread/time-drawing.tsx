import { scaleLinear } from "d3-scale";
import { memo, type ReactNode, useMemo } from "react";

import type { AttemptTime, TimedStep } from "./attempt-time.ts";
import { timeTicks } from "./time-ticks.ts";

/** Pixels of a row of steps; more rows than fit share their room. */
const ROW = 10;
const ROWS = 40;

/** Pixels of the tokens below them, and of the axis. */
const TOKENS = 26;
const AXIS = 18;

/** Room for the figure at the end of the tokens' line. */
const END = 22;

/** The steps of an attempt by their times, and the tokens that had been spent by then. Drawn for eyes; words stand beside it. */
export function TimeDrawing({
  time,
  width,
  set,
  selected,
}: {
  readonly time: AttemptTime;
  readonly width: number;
  readonly set: ReadonlySet<number>;
  readonly selected: number | undefined;
}): ReactNode {
  const place = useMemo(() => placeOf(time, width), [time, width]);
  const { x, row, foot } = place;
  return (
    <svg className="time-drawing" width={width} height={foot + AXIS} aria-hidden="true">
      <Unselected time={time} width={width} set={set} place={place} />
      <path
        className="time-step time-step-selected"
        d={barsOf(
          time.timed.filter(({ step }) => step === selected),
          x,
          row,
        )}
      />
    </svg>
  );
}

/** Positions in the drawing, in pixels. */
interface Place {
  /** Of milliseconds. */
  readonly x: Scale;
  /** Height of a row of steps. */
  readonly row: number;
  /** Below steps and tokens. */
  readonly foot: number;
}

function placeOf({ atOnce, ms, tokens }: AttemptTime, width: number): Place {
  const row = Math.min(ROW, ROWS / Math.max(1, atOnce));
  return {
    x: scaleLinear([0, Math.max(1, ms)], [0, Math.max(0, width - END)]),
    row,
    foot: row * atOnce + (tokens === undefined ? 0 : TOKENS),
  };
}

/** All but the selected step. Thousands of steps are not drawn anew for each key that selects another. */
const Unselected = memo(function Unselected({
  time,
  width,
  set,
  place: { x, row, foot },
}: {
  readonly time: AttemptTime;
  readonly width: number;
  readonly set: ReadonlySet<number>;
  readonly place: Place;
}): ReactNode {
  const { timed, ms, tokens } = time;
  const bars = (steps: readonly TimedStep[]) => barsOf(steps, x, row);
  return (
    <>
      <g className="axes">
        {timeTicks(ms, width < 600 ? 3 : 8).map(({ at, words }) => (
          <g key={at} transform={`translate(${x(at)} 0)`}>
            <line y2={foot} />
            <text y={foot + 14} textAnchor={at === 0 ? "start" : "middle"}>
              {words}
            </text>
          </g>
        ))}
      </g>
      <path className="time-step" d={bars(timed.filter(({ step }) => !set.has(step)))} />
      <path className="time-step time-step-set" d={bars(timed.filter(({ step }) => set.has(step)))} />
      {tokens !== undefined && <path className="time-tokens" d={spentBy(time, x, foot)} />}
    </>
  );
});

type Scale = (value: number) => number;

/** Steps as one path. Where there is no room between steps of a row, one bar stands for them: thousands of bars take long to draw. */
function barsOf(steps: readonly TimedStep[], x: Scale, height: number): string {
  const tall = `v${(height - (height > 4 ? 1 : 0)).toFixed(1)}`;
  const rows: { from: number; to: number }[] = [];
  const bars: string[] = [];
  const draw = (row: number, { from, to }: { readonly from: number; readonly to: number }) =>
    bars.push(`M${from} ${(row * height).toFixed(1)}h${to - from}${tall}h${from - to}z`);
  // In the order of their starts.
  for (const { start, end, row } of steps) {
    const from = Math.round(2 * x(start)) / 2;
    const to = Math.max(from + 1.5, Math.round(2 * x(end)) / 2 - 0.5);
    const last = rows[row];
    if (last !== undefined && from <= last.to) {
      last.to = Math.max(last.to, to);
      continue;
    }
    if (last !== undefined) draw(row, last);
    rows[row] = { from, to };
  }
  for (const [row, last] of rows.entries()) if (last !== undefined) draw(row, last);
  return bars.join("");
}

/** Tokens spent by then, as a line that rises while a step runs that reports some. */
function spentBy({ timed, ms }: AttemptTime, x: Scale, foot: number): string {
  // Of the points at one pixel, the last one says how much was spent.
  const points = new Map<number, number>();
  const put = (time: number, spent: number) => points.set(Math.round(x(time)), spent);
  let sum = 0;
  let latest = 0;
  for (const { start, end, tokens } of timed.toSorted((a, b) => a.end - b.end)) {
    if (start > latest) put(start, sum);
    sum += tokens;
    latest = end;
    put(end, sum);
  }
  const pixel = (TOKENS - 4) / Math.max(1, sum);
  const line = [...points].map(([at, spent]) => `L${at} ${(foot - spent * pixel).toFixed(1)}`).join("");
  return `M0 ${foot}${line}L${Math.round(x(ms))} ${foot}z`;
}
