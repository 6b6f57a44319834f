import { scaleLinear } from "d3-scale";
import type { ReactNode } from "react";

import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import { Axes } from "../chart/axes.tsx";
import { Chart } from "../chart/chart.tsx";
import { percent } from "../../../src/shared/words/percent.ts";
import { coverageAxis, coverageRows, coverageWords } from "./calibration-words.ts";

const HEIGHT = 120;
/** Heights of the interval and of the axis in the drawing. */
const MIDDLE = 46;
const BOTTOM = 78;

/** How often recorded sets held what the goal asks for of the labelled steps, with its interval, against the target. */
export function CoverageChart({
  coverage,
}: {
  readonly coverage: NonNullable<CalibrationView["coverage"]>;
}): ReactNode {
  const { covered, n, low, high, target } = coverage;
  const { found, verdict, isBroken } = coverageWords(coverage);
  return (
    <Chart
      title="Coverage of the sets recorded here"
      words={`${found} ${verdict}`}
      height={HEIGHT}
      table={{ head: ["figure", "value"], rows: coverageRows(coverage) }}
    >
      {(width) => {
        const x = scaleLinear([0, 1], [24, width - 28]);
        return (
          <>
            <g transform={`translate(0 ${BOTTOM})`}>
              <Axes x={{ scale: x, label: coverageAxis(coverage), format: percent }} />
            </g>
            <line className="target" x1={x(target)} x2={x(target)} y1={20} y2={BOTTOM} />
            <text className="target-label" x={x(target)} y={12} textAnchor={target > 0.5 ? "end" : "start"}>
              target: at least {percent(target)}
            </text>
            <g className={isBroken ? "interval broken" : "interval"}>
              <line x1={x(low)} x2={x(high)} y1={MIDDLE} y2={MIDDLE} />
              <line x1={x(low)} x2={x(low)} y1={MIDDLE - 6} y2={MIDDLE + 6} />
              <line x1={x(high)} x2={x(high)} y1={MIDDLE - 6} y2={MIDDLE + 6} />
              <circle cx={x(covered / n)} cy={MIDDLE} r={5} />
            </g>
            <line className="baseline" x1={x(0)} x2={x(1)} y1={BOTTOM} y2={BOTTOM} />
          </>
        );
      }}
    </Chart>
  );
}
