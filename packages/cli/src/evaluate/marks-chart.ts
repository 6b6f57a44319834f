import { plainLine, type Svg } from "@langgraph-rollback/inspector/shared";
import { chartPage, type Dot, dotPanel, legend, legendHeight, PANEL } from "@langgraph-rollback/lab/charts";
import type { MarksReport } from "./marks-report.ts";

const MARGIN = { left: 170, top: 98, beside: 24, right: 24, bottom: 70 } as const;
const WIDTH = MARGIN.left + 3 * PANEL.width + 2 * MARGIN.beside + MARGIN.right;
/** Standard errors to each side of a mean that hold 95 % of a normal distribution. */
const WIDE = 1.96;
/** Pixels that a figure takes at least. */
const FIGURE = 9;
/** Characters of a name. */
const NAME = 24;

const FIGURES = [
  { figure: "coverage", title: "Coverage" },
  { figure: "removalRate", title: "Removed: 1 - |C| / l" },
  { figure: "redoCost", title: "Redo cost: 1 - start / l" },
] as const;

/** The sets that recorded opinions give, as an SVG: for each judge and shape of sets coverage beside its target, removal rate and redo cost. */
export function marksChart(report: MarksReport): string {
  const { options, n, results } = report;
  const height = Math.max(PANEL.height, FIGURE * results.length * (options.methods.length + 1));
  return chartPage(
    {
      title: `Sets by recorded opinions on ${n} labelled trajectories`,
      subtitle: `Bars: 1.96 standard errors to each side. Dashed: the target ${(1 - options.alpha).toFixed(2)}. position asks no model.`,
      width: WIDTH,
      height: MARGIN.top + height + MARGIN.bottom + legendHeight(options.methods.length),
      left: MARGIN.left,
    },
    [
      ...FIGURES.map((each, place) => figurePanel(report, each, { place, height })),
      legend(options.methods, {
        left: MARGIN.left,
        top: MARGIN.top + height + MARGIN.bottom,
        width: WIDTH - MARGIN.left - MARGIN.right,
      }),
    ],
  );
}

function figurePanel(
  { options: { alpha, methods }, results }: MarksReport,
  { figure, title }: (typeof FIGURES)[number],
  { height, place }: { readonly place: number; readonly height: number },
): Svg {
  const dots = results.flatMap(({ evaluation }, row) =>
    methods.flatMap((method, series): readonly Dot[] => {
      const found = evaluation.methods[method]?.[figure];
      return found === undefined
        ? []
        : [{ row, series, value: found.mean, interval: around(found.mean, found.standardError) }];
    }),
  );
  return dotPanel(
    { left: MARGIN.left + place * (PANEL.width + MARGIN.beside), top: MARGIN.top, height },
    {
      title,
      label: "share",
      names: results.map(({ name }) => plainLine(name, NAME)),
      areNamesWritten: place === 0,
      besides: methods.length,
      dots,
      reference: figure === "coverage" ? 1 - alpha : undefined,
    },
  );
}

function around(mean: number, error: number | undefined): Dot["interval"] {
  if (error === undefined) return undefined;
  return { lower: Math.max(0, mean - WIDE * error), upper: Math.min(1, mean + WIDE * error) };
}
