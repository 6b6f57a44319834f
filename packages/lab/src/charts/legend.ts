import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import { mark, strokeOf } from "./series-style.ts";

/** Area of a mark in square pixels. */
const MARK = 70;

/** Names in a row of the legend, and pixels between rows. */
const IN_A_ROW = 5;
const DOWN = 22;

/** The line and the mark of each series, with its name. @param at where it begins, and how wide it is */
export function legend(
  names: readonly string[],
  at: { readonly left: number; readonly top: number; readonly width: number },
): Svg {
  const items = names.map((name, place) => {
    const left = at.left + (place % IN_A_ROW) * (at.width / IN_A_ROW);
    const top = at.top + Math.floor(place / IN_A_ROW) * DOWN;
    return element(
      "g",
      {},
      element("path", { d: `M${left.toFixed(1)} ${top}h28`, ...strokeOf(place) }),
      mark(place, left + 14, top, MARK),
      element("text", { x: left + 34, y: top + 4, "font-size": 12 }, name),
    );
  });
  return element("g", {}, items);
}

/** Pixels that a legend of so many names is high. */
export const legendHeight = (names: number): number => Math.ceil(names / IN_A_ROW) * DOWN;
