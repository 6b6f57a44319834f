import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import { type ScaleLinear, scaleLinear } from "d3-scale";

/** Content of an axis. */
export interface Axis {
  readonly label: string;
  readonly domain: readonly [number, number];
  /** Names of the values 0, 1, 2, ... in the place of numbers; only of the vertical axis. */
  readonly names?: readonly string[];
}

/** Pixels of a panel's drawing area. */
export const PANEL = { width: 290, height: 250 } as const;

/** Begin and height of a panel's drawing area; default as high as all others. */
export interface PanelPlace {
  readonly left: number;
  readonly top: number;
  readonly height?: number;
}

/** A pair of scales from values to pixels of the drawing area. */
export interface Scales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

const TICKS = 6;
const GREY = "#666";

/**
 * One drawing area with its title and axes.
 *
 * @param draw what stands in it, behind the axes
 */
export function panel(
  at: PanelPlace,
  title: string,
  axes: { readonly x: Axis; readonly y: Axis },
  draw: (scales: Scales) => readonly Svg[],
): Svg {
  const { height = PANEL.height } = at;
  const scales: Scales = {
    x: scaleLinear(axes.x.domain, [0, PANEL.width]),
    y: scaleLinear(axes.y.domain, [height, 0]),
  };
  return element(
    "g",
    { transform: `translate(${at.left} ${at.top})` },
    element("text", { x: 0, y: -14, "font-size": 14, "font-weight": "bold" }, title),
    grid(scales, height, axes.y.names),
    draw(scales),
    axisLabels(axes.x.label, axes.y.label, height),
  );
}

function grid({ x, y }: Scales, height: number, names?: readonly string[]): readonly Svg[] {
  const line = { stroke: "#ddd", "stroke-width": 1 };
  const number = { fill: GREY, "font-size": 11 };
  const xFormat = x.tickFormat(TICKS);
  const yFormat = y.tickFormat(TICKS);
  return [
    ...x
      .ticks(TICKS)
      .flatMap((value) => [
        element("line", { x1: x(value), x2: x(value), y1: 0, y2: height, ...line }),
        element("text", { x: x(value), y: height + 16, "text-anchor": "middle", ...number }, xFormat(value)),
      ]),
    ...(names === undefined ? y.ticks(TICKS) : [...names.keys()]).flatMap((value) => [
      element("line", { x1: 0, x2: PANEL.width, y1: y(value), y2: y(value), ...line }),
      element(
        "text",
        { x: -6, y: y(value) + 4, "text-anchor": "end", ...number },
        names?.[value] ?? yFormat(value),
      ),
    ]),
  ];
}

function axisLabels(x: string, y: string, height: number): readonly Svg[] {
  const [middle, half] = [PANEL.width / 2, height / 2];
  const style = { "text-anchor": "middle", "font-size": 12 };
  return [
    element("text", { x: middle, y: height + 36, ...style }, x),
    element("text", { transform: `translate(-40 ${half}) rotate(-90)`, ...style }, y),
  ];
}
