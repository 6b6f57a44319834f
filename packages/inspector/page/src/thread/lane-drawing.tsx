import type { ReactNode } from "react";

import type { Lane } from "../../../src/shared/picture/lane-geometry.ts";

const HEIGHT = 30;
const MIDDLE = 17;

/** One attempt as a lane: kept steps hollow, the set shaded, its end marked. Drawn for eyes; words stand beside it. */
export function LaneDrawing({
  lane,
  width,
  selected,
  verdict,
  isDoubtful,
}: {
  readonly lane: Lane;
  readonly width: number;
  /** Step that is looked at, if this is its attempt. */
  readonly selected: number | undefined;
  readonly verdict: { readonly mark: string; readonly tone: string };
  /** Whether its set is not to be relied on. */
  readonly isDoubtful: boolean;
}): ReactNode {
  const { set, end } = lane;
  return (
    <svg
      className={isDoubtful ? "lane-drawing doubtful-set" : "lane-drawing"}
      width={width}
      height={HEIGHT}
      aria-hidden="true"
    >
      {set.map(({ x, width: wide }) => (
        <rect
          key={x}
          className="lane-set"
          x={x + 0.5}
          y={6.5}
          width={Math.max(2, wide - 1)}
          height={HEIGHT - 9}
          rx={4}
        />
      ))}
      <LaneSteps lane={lane} />
      {selected !== undefined && (
        <path className="lane-selected" d={`M${lane.middleOf(selected) - 4} 0h8l-4 5z`} />
      )}
      <text className={`lane-verdict tone-${verdict.tone}`} x={end} y={MIDDLE + 5} textAnchor="middle">
        {verdict.mark}
      </text>
    </svg>
  );
}

/** Its steps: dots where there is room to tell them apart, a bar where there is none. */
function LaneSteps({ lane: { dots, radius, kept, own } }: { readonly lane: Lane }): ReactNode {
  return (
    <>
      {kept.width > 0 && (
        <line className="lane-kept" x1={kept.x} x2={kept.x + kept.width} y1={MIDDLE} y2={MIDDLE} />
      )}
      <line
        className={dots === undefined ? "lane-bar" : "lane-line"}
        x1={own.x}
        x2={own.x + own.width}
        y1={MIDDLE}
        y2={MIDDLE}
      />
      {dots?.map((x) => (
        <circle
          key={x}
          className={x < own.x ? "lane-dot lane-dot-kept" : "lane-dot"}
          cx={x}
          cy={MIDDLE}
          r={radius}
        />
      ))}
    </>
  );
}

const LINK_HEIGHT = 22;

/** The way from the end of a failed attempt back to where the next one begins. */
export function RewindDrawing({
  rewind,
  width,
}: {
  readonly rewind: NonNullable<Lane["rewind"]>;
  readonly width: number;
}): ReactNode {
  const { from, to } = rewind;
  const bend = Math.min(8, Math.max(0, (from - to) / 2));
  const turn = 9;
  const line = `M${from} 0V${turn - bend / 2}q0 ${bend / 2} ${-bend} ${bend / 2}H${to + bend}q${-bend} 0 ${-bend} ${bend / 2}V${LINK_HEIGHT - 5}`;
  return (
    <svg className="rewind-drawing" width={width} height={LINK_HEIGHT} aria-hidden="true">
      <path className="rewind-line" d={line} />
      <path className="rewind-head" d={`M${to - 4} ${LINK_HEIGHT - 7}h8l-4 6z`} />
    </svg>
  );
}
