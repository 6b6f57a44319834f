import { type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";

import { cheapest, type MeasuredCell } from "./choice-cell.ts";
import { failingOf, percent, rowsOf, savingIn } from "./choice-tables.ts";

const CELL = { width: 62, height: 40 } as const;
const MARGIN = { left: 70, top: 96, right: 20, bottom: 60, across: 34 } as const;
const TITLE = "The cheapest way to a right answer (simulated agents, scores and retries)";
const GREY = "#555";

/** Okabe and Ito's colours, which colour-blind people tell apart. */
const COLOURS: Readonly<Record<string, string>> = {
  restart: "#BBBBBB",
  "least cost": "#0072B2",
  "to the set": "#E69F00",
  escalate: "#CC79A7",
  "top one": "#009E73",
};

/** Of the number in a cell, where white would be hard to read. */
const INKS: Readonly<Record<string, string>> = { restart: GREY, "to the set": "#000", escalate: "#000" };

/** A map a share of failing runs: run lengths across, AUROCs upwards, each cell in the colour of its cheapest policy. The number is what it saves. */
export function choiceChart(cells: readonly MeasuredCell[]): string {
  const panels = failingOf(cells).map((failing) => ({ failing, rows: rowsOf(cells, failing) }));
  const columns = Math.max(...panels.map(({ rows }) => rows[0]?.length ?? 0));
  const across = columns * CELL.width + MARGIN.across;
  const width = MARGIN.left + panels.length * across + MARGIN.right;
  const height = MARGIN.top + (panels[0]?.rows.length ?? 0) * CELL.height + MARGIN.bottom;
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
    element("title", {}, TITLE),
    element("rect", { width, height, fill: "white" }),
    element("text", { x: MARGIN.left, y: 26, "font-size": 17, "font-weight": "bold" }, TITLE),
    ...legend(),
    ...panels.map(({ failing, rows }, at) =>
      element(
        "g",
        { transform: `translate(${MARGIN.left + at * across} ${MARGIN.top})` },
        ...panel(failing, rows, at === 0),
      ),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${drawing.markup}\n`;
}

function panel(
  failing: number,
  rows: readonly (readonly MeasuredCell[])[],
  isFirst: boolean,
): readonly Svg[] {
  const lengths = rows[0]?.map(({ length }) => length) ?? [];
  const under = rows.length * CELL.height;
  return [
    element(
      "text",
      { x: 0, y: -10, "font-size": 13, "font-weight": "bold" },
      `${percent(failing)} of the runs fail`,
    ),
    ...rows.flatMap((row, down) => [
      ...(isFirst
        ? [label((row[0]?.auroc ?? 0).toFixed(2), -10, (down + 0.5) * CELL.height + 4, "end")]
        : []),
      ...row.flatMap((cell, right) => drawnCell(cell, right * CELL.width, down * CELL.height)),
    ]),
    ...lengths.map((length, at) => label(String(length), (at + 0.5) * CELL.width, under + 18, "middle")),
    label("steps of a run", (lengths.length * CELL.width) / 2, under + 38, "middle"),
    ...(isFirst ? [label("AUROC", -10, -10, "end")] : []),
  ];
}

function drawnCell(cell: MeasuredCell, x: number, y: number): readonly Svg[] {
  const { policy = "restart" } = cheapest(cell) ?? {};
  const isRestart = policy === "restart";
  return [
    element("rect", {
      x: x + 1,
      y: y + 1,
      width: CELL.width - 2,
      height: CELL.height - 2,
      rx: 3,
      fill: COLOURS[policy] ?? GREY,
    }),
    element(
      "text",
      {
        x: x + CELL.width / 2,
        y: y + CELL.height / 2 + 5,
        "font-size": 13,
        "text-anchor": "middle",
        fill: INKS[policy] ?? "#fff",
      },
      isRestart ? "restart" : `−${percent(savingIn(cell))}`,
    ),
  ];
}

const label = (text: string, x: number, y: number, anchor: "start" | "middle" | "end"): Svg =>
  element("text", { x, y, "font-size": 12, "text-anchor": anchor, fill: GREY }, text);

const legend = (): readonly Svg[] =>
  Object.entries(COLOURS).flatMap(([policy, fill], at) => {
    const x = MARGIN.left + at * 130;
    return [
      element("rect", { x, y: 44, width: 14, height: 14, rx: 3, fill }),
      label(policy, x + 20, 56, "start"),
    ];
  });
