import { scaleLinear } from "d3-scale";

import type { Lane } from "../shared/picture/lane-geometry.ts";
import { scoreFigure } from "../shared/words/score-figure.ts";
import { paint } from "./paint.ts";
import { svgElement, type Svg } from "../shared/picture/svg-element.ts";

/** Pixels between two lines of a drawing that has no room for bars. */
const FINEST = 2;

/** Pixels between bars from which on there is room for a figure above each. */
const ROOM_FOR_FIGURES = 36;

/**
 * How suspicious each step is: bars that stand on a base line, or, where steps are too many for bars, one shape of the
 * highest score within each two pixels.
 *
 * @param scores in [0, 1], shape [l]
 * @param height in pixels, of a score of 1: from the top to the base line
 */
export function scoreBars(lane: Lane, scores: readonly number[], height: number): readonly Svg[] {
  const y = scaleLinear([0, 1], [0, height]).clamp(true);
  if (scores.length === 0) return [];
  if (lane.dots === undefined) return [outline(lane, scores, height, y)];
  const hasFigures = lane.middleOf(1) - lane.middleOf(0) >= ROOM_FOR_FIGURES;
  return lane.dots.flatMap((middle, step) => {
    const score = scores[step];
    if (score === undefined) return [];
    return bar(
      middle,
      { width: 2 * lane.radius, top: height - y(score), height: y(score) },
      hasFigures ? score : undefined,
    );
  });
}

interface Bar {
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

function bar(middle: number, { width, top, height }: Bar, figure: number | undefined): readonly Svg[] {
  const shape = { x: middle - width / 2, y: top, width, height, rx: 1, ...paint({ fill: "mark" }) };
  const label = {
    x: middle,
    y: top - 3,
    "font-size": 10,
    "text-anchor": "middle",
    ...paint({ fill: "soft" }),
  };
  return [
    svgElement("rect", shape),
    ...(figure === undefined ? [] : [svgElement("text", label, scoreFigure(figure))]),
  ];
}

function outline(lane: Lane, scores: readonly number[], base: number, y: (score: number) => number): Svg {
  const highest = new Map<number, number>();
  for (const [step, score] of scores.entries()) {
    const column = Math.floor(lane.middleOf(step) / FINEST);
    highest.set(column, Math.max(highest.get(column) ?? 0, score));
  }
  const lines = [...highest].map(
    ([column, score]) => `M${column * FINEST + FINEST / 2} ${base}V${(base - y(score)).toFixed(1)}`,
  );
  return svgElement("path", { d: lines.join(""), "stroke-width": FINEST, ...paint({ stroke: "mark" }) });
}
