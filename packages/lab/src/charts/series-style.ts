import { type Svg, svgElement as element, type SvgAttributes } from "@langgraph-rollback/inspector/shared";
import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from "d3-shape";

const SYMBOLS = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
];

/** Okabe and Ito's colours, which colour-blind people tell apart, and two more. */
const COLOURS = [
  "#000000",
  "#E69F00",
  "#56B4E9",
  "#009E73",
  "#CC79A7",
  "#0072B2",
  "#D55E00",
  "#8C8C00",
  "#666666",
  "#7F3FBF",
];

const DASHES = ["none", "6 3", "2 2"];

/** Stroke of the series at a place; colour is never all that tells two apart. */
export function strokeOf(place: number): SvgAttributes {
  return {
    fill: "none",
    stroke: colourOf(place),
    "stroke-width": 1.6,
    "stroke-dasharray": DASHES[place % DASHES.length] ?? "none",
  };
}

/** The series' mark around a point. */
export function mark(place: number, x: number, y: number, size: number): Svg {
  const shape = SYMBOLS[place % SYMBOLS.length] ?? symbolCircle;
  const path = symbol(shape, size)() ?? "";
  return element("path", {
    d: path,
    transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
    fill: colourOf(place),
  });
}

function colourOf(place: number): string {
  return COLOURS[place % COLOURS.length] ?? "#000000";
}
