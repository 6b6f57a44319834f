import { mark, panel, PANEL, type Scales, strokeOf } from "../../charts/index.ts";
import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";
import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import { area, line } from "d3-shape";

import { SIMULATED_SCORERS } from "../../simulated/simulated-scorer.ts";
import { mean } from "../figure.ts";
import { figuresOf } from "./coverage-figures.ts";
import type { SettingFigures } from "./measure-setting.ts";
import { MEASURED_METHODS } from "../measured-methods.ts";

const COLUMNS = 3;
const MARGIN = { left: 62, top: 92, across: 78, down: 84, right: 24, bottom: 96 } as const;
const ROWS = Math.ceil(MEASURED_METHODS.length / COLUMNS);
const WIDTH = MARGIN.left + COLUMNS * PANEL.width + (COLUMNS - 1) * MARGIN.across + MARGIN.right;
const HEIGHT = MARGIN.top + ROWS * PANEL.height + (ROWS - 1) * MARGIN.down + MARGIN.bottom;
/** Area of a mark in square pixels. */
const MARK = 30;
const TITLE = "Coverage against target (simulated scorers)";

/** Coverage against its target, one panel a method: a line for each scorer, and one standard deviation between splits around their mean. */
export function coverageChart(figures: readonly SettingFigures[]): string {
  const drawing = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: WIDTH,
      height: HEIGHT,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      "font-family": "system-ui, sans-serif",
      role: "img",
    },
    element("title", {}, TITLE),
    element("rect", { width: WIDTH, height: HEIGHT, fill: "white" }),
    element("text", { x: MARGIN.left, y: 32, "font-size": 17, "font-weight": "bold" }, TITLE),
    element(
      "text",
      { x: MARGIN.left, y: 50, "font-size": 12, fill: "#666" },
      "Means over left, mid and right dense, uniform and Who&When data. Shaded: one standard deviation between splits. Dashed: the target.",
    ),
    ...MEASURED_METHODS.map((method, place) => methodPanel(figures, method, place)),
    legend(),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${drawing.markup}\n`;
}

/** Coverage of one method at one target. */
interface Point {
  readonly target: number;
  readonly coverage: number;
  readonly std: number;
}

function pointsOf(
  figures: readonly SettingFigures[],
  wanted: { readonly method: ConformalMethod; readonly scorer?: string },
): readonly Point[] {
  const alphas = [...new Set(figures.map(({ alpha }) => alpha))].toSorted((a, b) => b - a);
  return alphas.map((alpha) => {
    const found = figuresOf(figures, { ...wanted, alpha }).map(({ coverage }) => coverage);
    return {
      target: 1 - alpha,
      coverage: mean(found.map((each) => each.mean)),
      std: mean(found.map(({ std }) => std)),
    };
  });
}

function methodPanel(figures: readonly SettingFigures[], method: ConformalMethod, place: number): Svg {
  const at = {
    left: MARGIN.left + (place % COLUMNS) * (PANEL.width + MARGIN.across),
    top: MARGIN.top + Math.floor(place / COLUMNS) * (PANEL.height + MARGIN.down),
  };
  const domain = [0.4, 1] as const;
  const axes = { x: { label: "target, 1 - alpha", domain }, y: { label: "coverage", domain } };
  return panel(at, method, axes, (scales) => [
    spread(pointsOf(figures, { method }), scales),
    element("path", {
      d:
        line()([
          [scales.x(domain[0]), scales.y(domain[0])],
          [scales.x(domain[1]), scales.y(domain[1])],
        ]) ?? "",
      stroke: "#666",
      "stroke-dasharray": "4 4",
    }),
    ...SIMULATED_SCORERS.flatMap(({ name: scorer }, series) =>
      scorerLine(pointsOf(figures, { method, scorer }), scales, series),
    ),
  ]);
}

function spread(points: readonly Point[], { x, y }: Scales): Svg {
  const shape = area<Point>()
    .x(({ target }) => x(target))
    .y0(({ coverage, std }) => y(coverage - std))
    .y1(({ coverage, std }) => y(Math.min(1, coverage + std)));
  return element("path", { d: shape(points) ?? "", fill: "#9ecae1", "fill-opacity": 0.5 });
}

function scorerLine(points: readonly Point[], { x, y }: Scales, series: number): readonly Svg[] {
  const pixels = points.map(({ coverage, target }): [number, number] => [x(target), y(coverage)]);
  return [
    element("path", { d: line()(pixels) ?? "", ...strokeOf(series) }),
    ...pixels.map(([across, up]) => mark(series, across, up, MARK)),
  ];
}

function legend(): Svg {
  const top = HEIGHT - 28;
  const step = (WIDTH - MARGIN.left - MARGIN.right) / SIMULATED_SCORERS.length;
  return element(
    "g",
    {},
    ...SIMULATED_SCORERS.flatMap(({ name }, series) => {
      const left = MARGIN.left + series * step;
      return [
        element("path", { d: `M${left.toFixed(1)} ${top}h28`, ...strokeOf(series) }),
        mark(series, left + 14, top, MARK),
        element(
          "text",
          { x: left + 34, y: top + 4, "font-size": 12 },
          name === "constant" ? name : `AUROC ${name}`,
        ),
      ];
    }),
  );
}
