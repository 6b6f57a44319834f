import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";

/** Title and size of a chart, in pixels. */
export interface ChartPage {
  readonly title: string;
  readonly subtitle: string;
  readonly width: number;
  readonly height: number;
  /** Begin of the titles, from the left. */
  readonly left: number;
}

/** A chart as an SVG file: a white page with its titles. */
export function chartPage(
  { height, left, subtitle, title, width }: ChartPage,
  parts: readonly Svg[],
): string {
  const drawing = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": "system-ui, sans-serif",
      role: "img",
    },
    element("title", {}, title),
    element("rect", { width, height, fill: "white" }),
    element("text", { x: left, y: 32, "font-size": 17, "font-weight": "bold" }, title),
    element("text", { x: left, y: 50, "font-size": 12, fill: "#666" }, subtitle),
    parts,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${drawing.markup}\n`;
}
