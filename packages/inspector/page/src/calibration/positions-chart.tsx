import { scaleLinear } from "d3-scale";
import type { ReactNode } from "react";

import { Axes } from "../chart/axes.tsx";
import { Chart } from "../chart/chart.tsx";
import { percent } from "../../../src/shared/words/percent.ts";

const HEIGHT = 220;
const TOP = 28;
const BOTTOM = HEIGHT - 44;

/** Positions of the labelled decisive steps in their attempts. */
export function PositionsChart({ positions }: { readonly positions: readonly number[] }): ReactNode {
  const most = positions.reduce((longest, position) => Math.max(longest, position), 1);
  const binOf = (bin: number) => [bin / positions.length, (bin + 1) / positions.length] as const;
  const rows = positions.map((count, bin) => {
    const [from, to] = binOf(bin);
    return [`${percent(from)} to ${percent(to)}`, String(count)];
  });
  return (
    <Chart
      title="Where the decisive steps lie"
      words={wordsOf(positions)}
      height={HEIGHT}
      table={{ head: ["position in the attempt", "labelled decisive steps"], rows }}
    >
      {(width) => {
        const x = scaleLinear([0, 1], [44, width - 28]);
        const y = scaleLinear([0, most], [BOTTOM, TOP]).nice();
        return (
          <>
            <Axes
              x={{ scale: x, label: "position, from the first step to the last", format: percent }}
              y={{ scale: y, label: "attempts", format: String, ticks: Math.min(5, most) }}
            />
            {positions.map((count, bin) => {
              const [from, to] = binOf(bin);
              return (
                <rect
                  key={from}
                  className="bar"
                  x={x(from) + 1}
                  width={Math.max(0, x(to) - x(from) - 2)}
                  y={y(count)}
                  height={BOTTOM - y(count)}
                />
              );
            })}
            <line className="baseline" x1={x(0)} x2={x(1)} y1={BOTTOM} y2={BOTTOM} />
          </>
        );
      }}
    </Chart>
  );
}

function wordsOf(positions: readonly number[]): string {
  const half = positions.length / 2;
  const total = positions.reduce((sum, count) => sum + count, 0);
  const early = positions.reduce((sum, count, bin) => sum + (bin < half ? count : 0), 0);
  return `${early} of ${total} labelled decisive steps lie in the first half of their attempt.`;
}
