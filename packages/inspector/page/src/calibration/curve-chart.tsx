import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { ReactNode } from "react";

import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import { Axes } from "../chart/axes.tsx";
import { Chart } from "../chart/chart.tsx";
import { percent } from "../../../src/shared/words/percent.ts";

const HEIGHT = 300;
const TOP = 28;
const BOTTOM = HEIGHT - 44;

const STEPS = {
  name: "steps in the set",
  mark: (
    <>
      <line className="share" x2={26} y1={5} y2={5} />
      <circle className="share-point" cx={13} cy={5} r={2.5} />
    </>
  ),
};
const MEASURED = {
  name: "coverage on labels",
  mark: (
    <>
      <line className="measured" x2={26} y1={5} y2={5} />
      <rect className="measured-point" x={10} y={2} width={6} height={6} />
    </>
  ),
};
const TARGET = {
  name: "target",
  mark: <line className="promised" x2={26} y1={5} y2={5} />,
};

/** Below this number of labels, one label more or less moves their share by 5 points and more. */
const FEW_LABELS = 20;

type Point = CalibrationView["curve"][number];

/** Cost of other miss rates: the share of steps in the sets, and the coverage on labelled attempts. */
export function CurveChart({
  curve,
  alpha,
  labelled,
}: {
  readonly curve: readonly Point[];
  /** The calibration's own. */
  readonly alpha: number | undefined;
  /** Attempts whose decisive step is known. */
  readonly labelled: number;
}): ReactNode {
  const isMeasured = curve.some((point) => point.coverage !== undefined);
  const own = curve.find((point) => point.alpha === alpha);
  const rows = curve.map((point) => [
    point === own ? `${percent(point.alpha)} (the calibration's)` : percent(point.alpha),
    percent(point.meanShare),
    point.coverage === undefined ? "–" : percent(point.coverage),
    `at least ${percent(1 - point.alpha)}`,
  ]);
  return (
    <Chart
      title="What a smaller miss rate costs"
      words={wordsOf(own, isMeasured ? labelled : 0)}
      height={HEIGHT}
      legend={isMeasured ? [STEPS, MEASURED, TARGET] : [STEPS, TARGET]}
      isTall
      table={{ head: ["miss rate", "steps in the set, on average", "coverage on labels", "target"], rows }}
    >
      {(width) => <Curves curve={curve} own={own} width={width} />}
    </Chart>
  );
}

function Curves({
  curve,
  own,
  width,
}: {
  readonly curve: readonly Point[];
  readonly own: Point | undefined;
  readonly width: number;
}): ReactNode {
  const measured = curve.flatMap(({ alpha, coverage }) =>
    coverage === undefined ? [] : [{ alpha, coverage }],
  );
  const largest = curve.reduce((most, { alpha }) => Math.max(most, alpha), 0.5);
  const x = scaleLinear([0, largest], [44, width - 16]);
  const y = scaleLinear([0, 1], [BOTTOM, TOP]);
  const path = (points: readonly (readonly [number, number])[]) =>
    line()(points.map(([alpha, share]) => [x(alpha), y(share)])) ?? "";
  return (
    <>
      <Axes
        x={{ scale: x, label: "tolerated miss rate (alpha)", format: percent }}
        y={{ scale: y, label: "share", format: percent }}
      />
      <line className="promised" x1={x(0)} y1={y(1)} x2={x(largest)} y2={y(1 - largest)} />
      <path className="share" d={path(curve.map(({ alpha, meanShare }) => [alpha, meanShare]))} />
      <path className="measured" d={path(measured.map(({ alpha, coverage }) => [alpha, coverage]))} />
      {curve.map((point) => (
        <circle
          key={point.alpha}
          className="share-point"
          cx={x(point.alpha)}
          cy={y(point.meanShare)}
          r={point === own ? 5 : 2.5}
        />
      ))}
      {measured.map(({ alpha, coverage }) => (
        <rect
          key={alpha}
          className="measured-point"
          x={x(alpha) - 3}
          y={y(coverage) - 3}
          width={6}
          height={6}
        />
      ))}
    </>
  );
}

function wordsOf(own: Point | undefined, labels: number): string {
  const here =
    own === undefined
      ? "The share of an attempt’s steps that the set takes up, at each tolerated miss rate."
      : `At the calibration’s miss rate of ${percent(own.alpha)} the sets take up ${percent(own.meanShare)} of an attempt’s steps on average.`;
  if (labels === 0) return `${here} Labels would show beside it how often the sets hold the decisive step.`;
  const few = labels < FEW_LABELS ? "; with so few labels that says little yet" : "";
  return `${here} Coverage is how often they would have held the labelled step${few}.`;
}
