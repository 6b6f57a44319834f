import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { ReactNode } from "react";

import type { AlarmView, AttemptView } from "../../../src/shared/view/thread-view.ts";
import { alarmFigure } from "../../../src/shared/words/early-words.ts";
import { scoreFigure } from "../../../src/shared/words/score-figure.ts";
import { alarmWords } from "../../../src/shared/words/watch-words.ts";
import { Axes } from "../chart/axes.tsx";
import { Chart } from "../chart/chart.tsx";
import { shownText } from "../parts/shown-text.ts";
import { firedAt } from "./step-watch.ts";

const HEIGHT = 220;
const TOP = 28;
const BOTTOM = HEIGHT - 44;

/** Steps whose values are drawn as points. */
const POINTS = 120;

/** The course of an alarm over the steps of an attempt, and where it was raised; of scores, where there is no alarm yet. */
export function AlarmChart({
  attempt,
  alarm,
  selected,
}: {
  readonly attempt: AttemptView;
  readonly alarm: AlarmView;
  /** Index of the step that is looked at. */
  readonly selected: number | undefined;
}): ReactNode {
  const isAlarm = alarm.alarms !== undefined;
  const values = alarm.alarms ?? alarm.scores;
  return (
    <Chart
      title={isAlarm ? "The alarm, step by step" : "The score, step by step"}
      words={`${alarmWords(attempt) ?? ""} ${isAlarm ? "Higher is worse." : "It is the probability that the attempt is on a right way."}`}
      height={HEIGHT}
      table={tableOf(attempt, alarm)}
    >
      {(width) => (
        <Course
          values={values}
          isAlarm={isAlarm}
          above={alarm.above}
          fired={firedAt(attempt)}
          steps={Math.max(attempt.steps.length, values.length)}
          selected={selected}
          width={width}
        />
      )}
    </Chart>
  );
}

function Course({
  values,
  isAlarm,
  above,
  fired,
  steps,
  selected,
  width,
}: {
  readonly values: readonly number[];
  readonly isAlarm: boolean;
  readonly above: number | undefined;
  readonly fired: ReturnType<typeof firedAt>;
  readonly steps: number;
  readonly selected: number | undefined;
  readonly width: number;
}): ReactNode {
  const x = scaleLinear([1, Math.max(2, steps)], [52, width - 20]);
  const y = scaleLinear(rangeOf(values, above, isAlarm), [BOTTOM, TOP]);
  if (isAlarm) y.nice(5);
  const [least = 1, most = 2] = x.domain();
  const at = fired === undefined ? undefined : values[fired.step];
  const firedX = fired === undefined ? 0 : x(fired.step + 1);
  const isEarly = fired !== undefined && firedX < width / 2;
  return (
    <>
      <Axes
        x={{ scale: x, label: "step", format: String, ticks: Math.min(steps - 1, width < 500 ? 6 : 12, 20) }}
        y={{ scale: y, label: isAlarm ? "alarm" : "score", format: String, ticks: 5 }}
      />
      {selected !== undefined && (
        <line className="looked-at" x1={x(selected + 1)} x2={x(selected + 1)} y1={TOP} y2={BOTTOM} />
      )}
      {above !== undefined && (
        <>
          <line className="target" x1={x(least)} x2={x(most)} y1={y(above)} y2={y(above)} />
          <text
            className="target-label"
            x={isEarly ? x(most) - 6 : x(least) + 6}
            y={y(above) - 6}
            textAnchor={isEarly ? "end" : "start"}
          >
            stops above {alarmFigure(above)}
          </text>
        </>
      )}
      <path className="share" d={line()(values.map((value, index) => [x(index + 1), y(value)])) ?? ""} />
      {values.length <= POINTS &&
        values.map((value, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          <circle key={index} className="share-point" cx={x(index + 1)} cy={y(value)} r={3} />
        ))}
      {fired !== undefined && at !== undefined && (
        <>
          <line className="fired-line" x1={firedX} x2={firedX} y1={TOP - 4} y2={y(at)} />
          <rect className="fired" x={firedX - 6} y={y(at) - 6} width={12} height={12} />
          <text
            className="fired-label"
            // Beside the name of the axis.
            x={isEarly ? Math.max(firedX - 6, x(least) + 56) : firedX + 6}
            y={TOP - 10}
            textAnchor={isEarly ? "start" : "end"}
          >
            {fired.hasStopped ? "stopped" : "raised"} after step {fired.step + 1}
          </text>
        </>
      )}
    </>
  );
}

/** Scores are in [0, 1]. */
function rangeOf(
  values: readonly number[],
  above: number | undefined,
  isAlarm: boolean,
): readonly [number, number] {
  if (!isAlarm) return [0, 1];
  const shown = above === undefined ? values : [...values, above];
  const low = shown.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = shown.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return low < high ? [low, high] : [low - 1, low + 1];
}

function tableOf(attempt: AttemptView, { above, alarms, scores }: AlarmView) {
  const values = alarms ?? scores;
  const rows = values.map((value, index) => [
    String(index + 1),
    shownText(attempt.steps[index]?.agent ?? "–"),
    scores[index] === undefined ? "–" : scoreFigure(scores[index]),
    ...(alarms === undefined ? [] : [alarmFigure(value)]),
    ...(above === undefined ? [] : [value > above ? "yes" : "no"]),
  ]);
  return {
    head: [
      "step",
      "agent",
      "score",
      ...(alarms === undefined ? [] : ["alarm"]),
      ...(above === undefined ? [] : [`above ${alarmFigure(above)}`]),
    ],
    rows,
  };
}
