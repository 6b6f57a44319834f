import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import { type ScaleLogarithmic, scaleLog } from "d3-scale";

/** A line in a panel. */
export interface PanelLine {
  /** Of the legend; lines of one label look alike in all panels. */
  readonly label: string;
  /** All above 0. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A small chart with both axes logarithmic. */
export interface LogPanel {
  readonly title: string;
  readonly lines: readonly PanelLine[];
}

const COLUMNS = 4;
const AREA = { width: 170, height: 110 };
const CELL = { width: 225, height: 175 };
const LEFT = 45;
const TOP = 60;
const GREY = "#888";
/** Okabe and Ito's colours, which colour-blind people tell apart. Dashes tell them apart, too. */
const STYLES = [
  { stroke: "#000000", "stroke-dasharray": "none" },
  { stroke: "#D55E00", "stroke-dasharray": "6 3" },
  { stroke: "#0072B2", "stroke-dasharray": "2 2" },
  { stroke: "#009E73", "stroke-dasharray": "8 2 2 2" },
];

/** Small charts beside each other, all on the same scales; a thin grey line in each is linear growth. */
export function logPanels(panels: readonly LogPanel[]): string {
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points));
  const scales: Scales = {
    x: scaleLog(extent(points.map(({ x }) => x)), [0, AREA.width]),
    y: scaleLog(extent(points.map(({ y }) => y)), [AREA.height, 0]).clamp(true),
  };
  const labels = [...new Set(panels.flatMap(({ lines }) => lines.map(({ label }) => label)))];
  const width = COLUMNS * CELL.width + LEFT;
  const height = Math.ceil(panels.length / COLUMNS) * CELL.height + TOP;
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, "font-family": "sans-serif" },
    element("rect", { width, height, fill: "#fff" }),
    ...labels.map((label, at) => legend(label, at)),
    ...panels.map((panel, at) =>
      element(
        "g",
        {
          transform: `translate(${LEFT + (at % COLUMNS) * CELL.width} ${TOP + Math.floor(at / COLUMNS) * CELL.height})`,
        },
        ...drawn(panel, scales, labels),
      ),
    ),
  ).markup;
}

interface Scales {
  readonly x: ScaleLogarithmic<number, number>;
  readonly y: ScaleLogarithmic<number, number>;
}

function drawn({ title, lines }: LogPanel, scales: Scales, labels: readonly string[]): readonly Svg[] {
  const own = lines.flatMap((line) => line.points);
  const [least, most] = extent(own.map(({ x }) => x));
  const linear = [
    { x: least, y: 1 },
    { x: most, y: most / least },
  ];
  return [
    element("text", { x: 0, y: -8, "font-size": 11, "font-weight": "bold" }, title),
    element("rect", { width: AREA.width, height: AREA.height, fill: "none", stroke: "#ccc" }),
    ...ticks(scales),
    path(linear, scales, { stroke: GREY, "stroke-width": 0.6 }),
    ...lines.map(({ label, points }) =>
      path(points, scales, { "stroke-width": 1.6, ...STYLES[labels.indexOf(label) % STYLES.length] }),
    ),
  ];
}

const path = (
  points: PanelLine["points"],
  { x, y }: Scales,
  style: Readonly<Record<string, string | number>>,
): Svg =>
  element("polyline", {
    points: points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(" "),
    fill: "none",
    ...style,
  });

/** Every second power of ten upwards, every one sidewards. */
function ticks({ x, y }: Scales): readonly Svg[] {
  const number = { fill: GREY, "font-size": 9 };
  const below = powers(x.domain()).map((value) =>
    element("text", { x: x(value), y: AREA.height + 12, "text-anchor": "middle", ...number }, short(value)),
  );
  const beside = powers(y.domain())
    .filter((_, at) => at % 2 === 0)
    .map((value) =>
      element("text", { x: -4, y: y(value) + 3, "text-anchor": "end", ...number }, short(value)),
    );
  return [...below, ...beside];
}

function legend(label: string, at: number): Svg {
  const left = LEFT + at * 160;
  return element(
    "g",
    { transform: `translate(${left} 20)` },
    element("line", { x1: 0, x2: 30, y1: 0, y2: 0, "stroke-width": 1.6, ...STYLES[at % STYLES.length] }),
    element("text", { x: 36, y: 4, "font-size": 11 }, label),
  );
}

const extent = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/** Powers of ten within a domain. */
function powers([low = 1, high = 1]: readonly number[]): readonly number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => 10 ** (first + at));
}

const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : String(value);
