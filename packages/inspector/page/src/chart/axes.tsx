import type { ScaleLinear } from "d3-scale";
import type { ReactNode } from "react";

/** An axis' scale, and what its values are. */
export interface Axis {
  /** Its range is in the drawing's pixels. */
  readonly scale: ScaleLinear<number, number>;
  readonly label: string;
  /** How a value is written at its tick. */
  readonly format: (value: number) => string;
  /** About so many ticks; default 5. */
  readonly ticks?: number;
}

/** Lines across the drawing and numbers beside them. */
export function Axes({ x, y }: { readonly x: Axis; readonly y?: Axis }): ReactNode {
  const [left = 0, right = 0] = x.scale.range();
  const [bottom = 0, top = 0] = y?.scale.range() ?? [];
  return (
    <g className="axes" aria-hidden="true">
      {y?.scale.ticks(y.ticks ?? 5).map((value) => (
        <g key={value} transform={`translate(0 ${y.scale(value)})`}>
          <line x1={left} x2={right} />
          <text x={left - 6} dy="0.32em" textAnchor="end">
            {y.format(value)}
          </text>
        </g>
      ))}
      {x.scale.ticks(x.ticks ?? 5).map((value) => (
        <g key={value} transform={`translate(${x.scale(value)} ${bottom})`}>
          <line y2={top - bottom} />
          <text y={16} textAnchor="middle">
            {x.format(value)}
          </text>
        </g>
      ))}
      <text className="axis-label" x={(left + right) / 2} y={bottom + 34} textAnchor="middle">
        {x.label}
      </text>
      {y !== undefined && (
        <text className="axis-label" x={left} y={top - 8}>
          {y.label}
        </text>
      )}
    </g>
  );
}
