import type { AttemptView, RunView } from "../shared/view/thread-view.ts";
import { plainLine } from "../shared/words/plain-line.ts";
import { attemptInWords } from "./attempt-in-words.ts";
import { runMeaning, statusWords } from "../shared/words/status-words.ts";
import { attemptLane, dotsOf, laneHeight } from "./attempt-lane.ts";
import { type Lane, laneGeometry } from "../shared/picture/lane-geometry.ts";
import { darkRules, paint } from "./paint.ts";
import { type Svg, svgElement } from "../shared/picture/svg-element.ts";

const WIDTH = 880;
const MARGIN = { left: 24, lanes: 124, right: 12, top: 104, bottom: 10 } as const;

/** Attempts that are drawn; runs have few, and a picture is looked at as a whole. */
const MOST_ATTEMPTS = 6;

/**
 * A rollback as a picture for a README or an issue: each attempt a lane with score bars, the set shaded, where the graph was
 * rewound to, and how it ended. No script; readable on light and dark ground; all text of the trace is escaped and shortened.
 *
 * @param run with its attempts, as `ThreadSource.thread` gives it
 * @returns an SVG file of 880 pixels width
 */
export function rollbackSvg(run: RunView): string {
  const attempts = run.attempts.slice(0, MOST_ATTEMPTS);
  const lanes = laneGeometry(attempts, WIDTH - MARGIN.lanes - MARGIN.right);
  const tops = lanes.map((_, place) => sum([MARGIN.top, ...attempts.slice(0, place).map(laneHeight)]));
  const height = sum([MARGIN.top, ...attempts.map(laneHeight), MARGIN.bottom + 15 * legendLines(run).length]);
  const picture = svgElement(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: WIDTH,
      height,
      viewBox: `0 0 ${WIDTH} ${height}`,
      "font-family": "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif",
      role: "img",
    },
    svgElement("title", {}, titleOf(run)),
    svgElement("desc", {}, attempts.map(attemptInWords).join(" ")),
    svgElement("style", {}, darkRules()),
    svgElement("rect", {
      x: 0.5,
      y: 0.5,
      width: WIDTH - 1,
      height: height - 1,
      rx: 8,
      ...paint({ fill: "paper", stroke: "line" }),
    }),
    ...heading(run),
    ...attempts.flatMap((attempt, place) => row(attempt, lanes[place], tops[place])),
    ...legend(run, height),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${picture.markup}\n`;
}

function titleOf({ status, attempts }: RunView): string {
  return `${statusWords(status).word}, ${attempts.length} ${attempts.length === 1 ? "attempt" : "attempts"}`;
}

function heading(run: RunView): readonly Svg[] {
  const { mark, tone, word } = statusWords(run.status);
  const colour = tone === "open" ? "soft" : tone;
  const text = (y: number, size: number, attributes: object, content: string): Svg =>
    svgElement("text", { x: MARGIN.left, y, "font-size": size, ...attributes }, content);
  return [
    text(36, 18, { "font-weight": 600, ...paint({ fill: colour }) }, `${mark} ${word}`),
    text(57, 12, paint({ fill: "soft" }), `${titleOf(run).slice(word.length + 2)}. ${runMeaning(run)}`),
    text(78, 13, paint({ fill: "ink" }), plainLine(run.task, 120)),
  ];
}

function row(attempt: AttemptView, lane: Lane | undefined, top: number = 0): readonly Svg[] {
  if (lane === undefined) return [];
  const name = { x: MARGIN.left, y: top + dotsOf(attempt) + 4, "font-size": 13, "font-weight": 600 };
  const place = { transform: `translate(${MARGIN.lanes} ${top})` };
  return [
    svgElement("text", { ...name, ...paint({ fill: "ink" }) }, `Attempt ${attempt.attempt}`),
    svgElement("g", place, ...attemptLane(attempt, lane)),
  ];
}

function legend(run: RunView, height: number): readonly Svg[] {
  const lines = legendLines(run);
  return lines.map((line, place) =>
    svgElement(
      "text",
      {
        x: MARGIN.left,
        y: height - 15 * (lines.length - place),
        "font-size": 11,
        ...paint({ fill: "soft" }),
      },
      line,
    ),
  );
}

/** Only what there is to explain. */
function legendLines({ attempts }: RunView): readonly string[] {
  const hidden = attempts.length - MOST_ATTEMPTS;
  const isScored = attempts.some(({ attribution }) => attribution !== undefined);
  const isBounded = attempts.some(({ attribution }) => attribution?.status === "bounded");
  return [
    ...(hidden > 0 ? [`${hidden} more ${hidden === 1 ? "attempt is" : "attempts are"} not shown.`] : []),
    ...(isScored
      ? [
          "Bars: how likely each step is the decisive one, by the scorer. Hollow: steps taken over. Shaded: the prediction set.",
        ]
      : []),
    ...(isBounded ? ["The target is an average over failures, not how certain this set is."] : []),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
