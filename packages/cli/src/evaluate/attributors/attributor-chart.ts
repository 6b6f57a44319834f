import { largest } from "@langgraph-rollback/attribution/trajectory";
import { plainLine, printable, type Svg, svgElement as element } from "@langgraph-rollback/inspector/shared";
import type { AttributorReport, GroupResult } from "@langgraph-rollback/lab/attributors";
import {
  chartPage,
  type Dot,
  dotPanel,
  legend,
  legendHeight,
  mark,
  panel,
  PANEL,
  type PanelPlace,
  strokeOf,
} from "@langgraph-rollback/lab/charts";
import { line } from "d3-shape";

const MARGIN = { left: 170, top: 98, across: 78, beside: 24, down: 84, right: 24, bottom: 70 } as const;
const WIDTH = MARGIN.left + 3 * PANEL.width + MARGIN.beside + MARGIN.across + MARGIN.right;
/** Area of a mark on a line, in square pixels. */
const MARK = 30;
/** Pixels that a name takes at least. */
const ROW = 14;
/** Characters of a name. */
const NAME = 24;

/** A method in one setting, as a row and a series. */
interface Row {
  readonly name: string;
  readonly result: GroupResult;
}

/**
 * Methods that ask models as an SVG: for each group the shares of agents and of steps named right, with their intervals and chance as a line,
 * and the share of steps named right by the traces' tokens.
 *
 * @see arXiv:2509.06822, figure 2
 */
export function attributorChart(report: AttributorReport): string {
  const groups = report.chance.map(({ group }) => group);
  const names = report.results.map(nameOf);
  const each = Math.max(PANEL.height, ROW * names.length);
  const height = groups.length * each + (groups.length - 1) * MARGIN.down;
  return chartPage(
    {
      title: `Methods on ${report.n} labelled failures`,
      subtitle: subtitleOf(report),
      width: WIDTH,
      height: MARGIN.top + height + MARGIN.bottom + legendHeight(names.length),
      left: MARGIN.left,
    },
    [
      ...groups.flatMap((group, place) =>
        panelsOf(report, group, { top: MARGIN.top + place * (each + MARGIN.down), height: each }),
      ),
      legend(names, {
        left: MARGIN.left,
        top: MARGIN.top + height + MARGIN.bottom,
        width: WIDTH - MARGIN.left - MARGIN.right,
      }),
    ],
  );
}

function subtitleOf({ repeat, source: { simulated } }: AttributorReport): string {
  const intervals = `Bars: 95 % intervals${repeat === 1 ? "" : ` of means of ${repeat} runs`}. Dashed: chance.`;
  return simulated === undefined ? intervals : `SIMULATED: ${printable(simulated)}. ${intervals}`;
}

function nameOf({ name, withTruth }: AttributorReport["results"][number]): string {
  return plainLine(withTruth ? `${name} +G` : name, NAME);
}

function panelsOf(
  report: AttributorReport,
  group: string | null,
  down: Required<Omit<PanelPlace, "left">>,
): readonly Svg[] {
  const rows = report.results.flatMap((result): readonly Row[] => {
    const found = result.groups.find((each) => each.group === group);
    return found === undefined ? [] : [{ name: nameOf(result), result: found }];
  });
  const chance = report.chance.find((each) => each.group === group);
  const of = group === null ? "" : `${printable(group)}: `;
  const second = MARGIN.left + PANEL.width + MARGIN.beside;
  const third = second + PANEL.width + MARGIN.across;
  const shared = { label: "share named right", names: rows.map(({ name }) => name), besides: 1 };
  return [
    dotPanel(
      { left: MARGIN.left, ...down },
      {
        ...shared,
        title: `${of}agent`,
        areNamesWritten: true,
        dots: dotsOf(rows, "agent"),
        reference: chance?.agentOfAgents,
      },
    ),
    dotPanel(
      { left: second, ...down },
      {
        ...shared,
        title: `${of}step`,
        areNamesWritten: false,
        dots: dotsOf(rows, "step"),
        reference: chance?.accuracy.step,
      },
    ),
    tokensPanel(rows, { left: third, ...down }, of),
  ];
}

function dotsOf(rows: readonly Row[], what: "agent" | "step"): readonly Dot[] {
  return rows.map(({ result: { accuracy, intervals } }, row) => ({
    row,
    series: row,
    value: accuracy[what],
    interval: intervals[what],
  }));
}

/** Quarters of the traces, each at the middle of its range of tokens. */
function tokensPanel(rows: readonly Row[], at: PanelPlace, of: string): Svg {
  const most = largest(
    rows.flatMap(({ result }) => result.byTokens.map(({ to }) => to)),
    1,
  );
  const x = { label: "tokens of the trace, quarters of the traces", domain: [0, most] } as const;
  const y = { label: "steps named right", domain: [0, 1] } as const;
  const path = line();
  return panel(at, `${of}step, by tokens`, { x, y }, (scales) =>
    rows.flatMap(({ result: { byTokens } }, place) => {
      const points = byTokens.map(({ from, step, to }): [number, number] => [
        scales.x((from + to) / 2),
        scales.y(step),
      ]);
      return [
        element("path", { d: path(points) ?? "", ...strokeOf(place) }),
        ...points.map(([across, up]) => mark(place, across, up, MARK)),
      ];
    }),
  );
}
