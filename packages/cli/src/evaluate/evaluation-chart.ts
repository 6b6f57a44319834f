import type { Evaluation, MethodEvaluation } from "@langgraph-rollback/attribution/conformal/evaluation";
import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import { area, line } from "d3-shape";
import { chartPage, legend, mark, panel, PANEL, type Scales, strokeOf } from "@langgraph-rollback/lab/charts";
import type { EvaluationReport } from "./evaluation-report.ts";

const MARGIN = { left: 62, top: 98, between: 78, right: 24, bottom: 100 } as const;
const WIDTH = MARGIN.left + 3 * PANEL.width + 2 * MARGIN.between + MARGIN.right;
const HEIGHT = MARGIN.top + PANEL.height + MARGIN.bottom;
/** Area of a mark in square pixels: on a curve, and at the chosen alpha. */
const MARK = { small: 14, large: 70 } as const;
const BINS = 10;
const UNIT: readonly [number, number] = [0, 1];

/** A pair of figures of one method at one alpha. */
type Point = readonly [number, number];

/**
 * The evaluation as an SVG of three panels: coverage against target with the band of exact methods, removal rate against
 * coverage, and a histogram of where decisive steps stand.
 */
export function evaluationChart(report: EvaluationReport): string {
  const title = `Conformal attribution of ${report.n} labelled failures, ${report.options.scorer} scorer`;
  const left = (place: number) => MARGIN.left + place * (PANEL.width + MARGIN.between);
  const at = (place: number) => ({ left: left(place), top: MARGIN.top });
  return chartPage({ title, subtitle: subtitle(report), width: WIDTH, height: HEIGHT, left: MARGIN.left }, [
    coveragePanel(report, at(0)),
    removalPanel(report, at(1)),
    positionPanel(report, at(2)),
    bandLegend(at(0)),
    legend(report.options.methods, {
      left: MARGIN.left,
      top: MARGIN.top + PANEL.height + 64,
      width: 2 * PANEL.width + MARGIN.between,
    }),
  ]);
}

function subtitle({ evaluation, guarantee, sizes }: EvaluationReport): string {
  const fitted = sizes.fitted === 0 ? "" : `${sizes.fitted} fit, `;
  const splits = `${evaluation.splits} random even splits: ${fitted}${sizes.calibrated} calibrate, ${sizes.tested} are predicted`;
  return `${splits}. Large marks: alpha ${evaluation.alpha}. Guarantee: ${guarantee}.`;
}

type Place = Parameters<typeof panel>[0];

function coveragePanel(report: EvaluationReport, at: Place): Svg {
  const x = { label: "target, 1 - alpha", domain: UNIT };
  const y = { label: "coverage", domain: UNIT };
  const point = ({ coverage }: MethodEvaluation, { alpha }: Evaluation): Point => [1 - alpha, coverage.mean];
  return panel(at, "Coverage against target", { x, y }, (scales) => [
    bandArea(report.curve, scales),
    ...series(report, scales, point),
  ]);
}

/** The area in which the coverage of an exact method lies on average. */
function bandArea(curve: readonly Evaluation[], { x, y }: Scales): Svg {
  const shape = area<Evaluation>()
    .x(({ alpha }) => x(1 - alpha))
    .y0(({ band }) => y(band.lower))
    .y1(({ band }) => y(band.upper));
  return element("path", { d: shape(curve) ?? "", fill: "#9ecae1", stroke: "#9ecae1", "stroke-width": 1 });
}

function removalPanel(report: EvaluationReport, at: Place): Svg {
  const x = { label: "coverage", domain: UNIT };
  const y = { label: "removal rate", domain: UNIT };
  const point = ({ coverage, removalRate }: MethodEvaluation): Point => [coverage.mean, removalRate.mean];
  return panel(at, "Removal rate against coverage", { x, y }, (scales) => series(report, scales, point));
}

function series(
  { curve, evaluation, options }: EvaluationReport,
  { x, y }: Scales,
  pointOf: (method: MethodEvaluation, evaluation: Evaluation) => Point,
): readonly Svg[] {
  const path = line();
  return options.methods.flatMap((method, place) => {
    const pixels = (each: Evaluation): readonly [number, number][] => {
      const found = each.methods[method];
      if (found === undefined) return [];
      const [across, up] = pointOf(found, each);
      return [[x(across), y(up)]];
    };
    const points = curve.flatMap(pixels);
    return [
      element("path", { d: path(points) ?? "", ...strokeOf(place) }),
      ...points.map(([across, up]) => mark(place, across, up, MARK.small)),
      ...pixels(evaluation).map(([across, up]) => mark(place, across, up, MARK.large)),
    ];
  });
}

function positionPanel({ positions }: EvaluationReport, at: Place): Svg {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const position of positions) {
    const bin = Math.floor(position * BINS);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const x = { label: "place in the trajectory, (step + 1/2) / length", domain: UNIT };
  const y = { label: "trajectories", domain: [0, most * 1.05] } as const;
  return panel(at, "Decisive steps", { x, y }, (scales) =>
    counts.map((count, bin) =>
      element("rect", {
        x: scales.x(bin / BINS) + 1,
        width: PANEL.width / BINS - 2,
        y: scales.y(count),
        height: PANEL.height - scales.y(count),
        fill: "#0072B2",
      }),
    ),
  );
}

/** Of the first panel alone, in its corner far from the diagonal: no other panel has the band. */
function bandLegend({ left, top }: Place): Svg {
  const [x, y] = [left + PANEL.width - 172, top + PANEL.height - 20];
  return element(
    "g",
    {},
    element("rect", { x, y, width: 20, height: 10, fill: "#9ecae1" }),
    element("text", { x: x + 26, y: y + 9, "font-size": 12 }, "band of exact methods"),
  );
}
