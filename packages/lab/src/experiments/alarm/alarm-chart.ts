import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import { line } from "d3-shape";

import { mark, PANEL, panel, type Scales, strokeOf } from "../../charts/index.ts";
import type { AlarmFigures } from "./alarm-figures.ts";

const MARGIN = { left: 62, top: 92, across: 78, right: 24, bottom: 56 } as const;
const HEIGHT = MARGIN.top + PANEL.height + MARGIN.bottom;
/** Area of a mark in square pixels. */
const MARK = 30;
const TITLE = "Steps saved by an alarm, by alpha (simulated agents)";
const GREY = "#666";

/** Steps of all attempts that an alarm saves, one panel an agent, with 95 % intervals; below 0 it costs steps. */
export function alarmChart(figures: readonly AlarmFigures[]): string {
  const width =
    MARGIN.left + figures.length * PANEL.width + (figures.length - 1) * MARGIN.across + MARGIN.right;
  const drawing = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height: HEIGHT,
      viewBox: `0 0 ${width} ${HEIGHT}`,
      "font-family": "system-ui, sans-serif",
      role: "img",
    },
    element("title", {}, TITLE),
    element("rect", { width, height: HEIGHT, fill: "white" }),
    element("text", { x: MARGIN.left, y: 32, "font-size": 17, "font-weight": "bold" }, TITLE),
    element(
      "text",
      { x: MARGIN.left, y: 50, "font-size": 12, fill: GREY },
      "Of all steps, retries included, with 95 % intervals. Below the dashed line the alarm costs steps.",
    ),
    ...figures.map((each, place) => agentPanel(each, place, domainOf(figures))),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${drawing.markup}\n`;
}

/** Percent of all steps, in whole ones around all intervals and 0. */
function domainOf(figures: readonly AlarmFigures[]): readonly [number, number] {
  const ends = figures.flatMap(({ alphas }) =>
    alphas.flatMap(({ steps: { interval } }) => [-100 * interval.lower, -100 * interval.upper]),
  );
  return [Math.floor(Math.min(0, ...ends)), Math.ceil(Math.max(0, ...ends))];
}

function agentPanel({ alphas, system }: AlarmFigures, place: number, domain: readonly [number, number]): Svg {
  const at = { left: MARGIN.left + place * (PANEL.width + MARGIN.across), top: MARGIN.top };
  const most = Math.max(...alphas.map(({ alpha }) => alpha));
  const axes = { x: { label: "alpha", domain: [0, most] as const }, y: { label: "steps saved, %", domain } };
  return panel(at, system, axes, (scales) => [
    rule(scales, most),
    ...alphas.map(({ alpha, steps: { interval } }) =>
      element("line", {
        x1: scales.x(alpha),
        x2: scales.x(alpha),
        y1: scales.y(-100 * interval.lower).toFixed(2),
        y2: scales.y(-100 * interval.upper).toFixed(2),
        stroke: GREY,
      }),
    ),
    ...curve(
      alphas.map(({ alpha, steps }): [number, number] => [scales.x(alpha), scales.y(-100 * steps.mean)]),
      place,
    ),
  ]);
}

const rule = ({ x, y }: Scales, most: number): Svg =>
  element("line", {
    x1: x(0),
    x2: x(most),
    y1: y(0),
    y2: y(0),
    stroke: GREY,
    "stroke-dasharray": "4 4",
  });

const curve = (pixels: readonly [number, number][], place: number): readonly Svg[] => [
  element("path", { d: line()([...pixels]) ?? "", ...strokeOf(place) }),
  ...pixels.map(([across, up]) => mark(place, across, up, MARK)),
];
