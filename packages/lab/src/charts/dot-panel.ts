import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import { panel, PANEL, type PanelPlace } from "./panel.ts";
import { mark, strokeOf } from "./series-style.ts";

/** A share with its interval. */
export interface Dot {
  /** Index of its name. */
  readonly row: number;
  /** Its series, by colour and mark. */
  readonly series: number;
  /** In [0, 1]. */
  readonly value: number;
  readonly interval?: { readonly lower: number; readonly upper: number } | undefined;
}

/** Content of a panel of dots. */
export interface DotPanel {
  readonly title: string;
  /** Of the shares. */
  readonly label: string;
  /** From top to bottom; each at its row, and not written where they stand beside another panel. */
  readonly names: readonly string[];
  readonly areNamesWritten: boolean;
  /** Number of series that share a row, beside each other; with 1, every dot is in the middle of its row. */
  readonly besides: number;
  readonly dots: readonly Dot[];
  /** A share to compare with, drawn as a line. */
  readonly reference?: number | undefined;
}

/** Area of a mark in square pixels. */
const MARK = 45;
/** Part of a row's height that its series share. */
const SPREAD = 0.7;

/** Shares in [0, 1] from left to right, a row for each name, with intervals. */
export function dotPanel(
  at: PanelPlace,
  { areNamesWritten, dots, label, besides, names, reference, title }: DotPanel,
): Svg {
  const shown = areNamesWritten ? names : names.map(() => "");
  const y = { label: "", domain: [names.length - 0.5, -0.5], names: shown } as const;
  return panel(at, title, { x: { label, domain: [0, 1] }, y }, (scales) => [
    ...(reference === undefined
      ? []
      : [
          element("line", {
            x1: scales.x(reference),
            x2: scales.x(reference),
            y1: 0,
            y2: at.height ?? PANEL.height,
            stroke: "#666",
            "stroke-dasharray": "4 3",
          }),
        ]),
    ...dots.flatMap(({ interval, row, series: place, value }) => {
      const middle = scales.y(row + (besides === 1 ? 0 : ((place + 0.5) / besides - 0.5) * SPREAD));
      const bar =
        interval === undefined
          ? []
          : [
              element("path", {
                d: `M${scales.x(interval.lower).toFixed(2)} ${middle.toFixed(2)}H${scales.x(interval.upper).toFixed(2)}`,
                ...strokeOf(place),
                "stroke-dasharray": "none",
              }),
            ];
      return [...bar, mark(place, scales.x(value), middle, MARK)];
    }),
  ]);
}
