import type { AttemptView, RunView } from "../shared/view/thread-view.ts";
import { plainLine } from "../shared/words/plain-line.ts";
import { promiseOf } from "../shared/words/promise-words.ts";
import { attemptInWords } from "./attempt-in-words.ts";
import { storyText } from "../shared/words/run-story.ts";
import { statusWords } from "../shared/words/status-words.ts";
import { attemptLane, dotsOf, laneHeight } from "./attempt-lane.ts";
import { wrappedLines } from "./wrapped-lines.ts";
import { type Lane, laneGeometry } from "../shared/picture/lane-geometry.ts";
import { darkRules, paint } from "./paint.ts";
import type { PictureOptions } from "./picture-options.ts";
import { type Svg, svgElement } from "../shared/picture/svg-element.ts";

const WIDTH = 880;
const MARGIN = { left: 24, lanes: 124, right: 12, top: 120, bottom: 10 } as const;

/** Letters of a line of the story. */
const STORY = 126;

/** Attempts that are drawn; runs have few, and a picture is looked at as a whole. */
const MOST_ATTEMPTS = 6;

/**
 * A rollback as a picture for a README or an issue: each attempt a lane with score bars, the set shaded, where the graph was
 * rewound to, and how it ended. No script; readable on light and dark ground; all text of the trace is escaped and shortened.
 *
 * @param run with its attempts, as `ThreadSource.thread` gives it
 * @param options what is known of the calibration, which the doubts about sets come from
 * @returns an SVG file of 880 pixels width
 */
export function rollbackSvg(run: RunView, options: PictureOptions = {}): string {
  const attempts = run.attempts.slice(0, MOST_ATTEMPTS);
  const lanes = laneGeometry(attempts, WIDTH - MARGIN.lanes - MARGIN.right);
  const tops = lanes.map((_, place) =>
    sum([MARGIN.top, ...attempts.slice(0, place).map((each) => laneHeight(each, options))]),
  );
  const height = sum([
    MARGIN.top,
    ...attempts.map((each) => laneHeight(each, options)),
    MARGIN.bottom + 15 * legendLines(run, options).length,
  ]);
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
    svgElement("desc", {}, attempts.map((each) => attemptInWords(each, options)).join(" ")),
    svgElement("style", {}, darkRules()),
    svgElement("rect", {
      x: 0.5,
      y: 0.5,
      width: WIDTH - 1,
      height: height - 1,
      rx: 8,
      ...paint({ fill: "paper", stroke: "line" }),
    }),
    heading(run),
    attempts.flatMap((attempt, place) => row(attempt, { lane: lanes[place], top: tops[place] }, options)),
    legend(run, height, options),
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
    ...storyLines(run).map((line, place) => text(56 + 16 * place, 12, paint({ fill: "soft" }), line)),
    text(94, 13, paint({ fill: "ink" }), plainLine(run.task, 120)),
  ];
}

/** Outcome of the run, on two lines; the second may be empty. */
function storyLines(run: RunView): readonly string[] {
  const [first = "", second = ""] = wrappedLines(plainLine(storyText(run), 2 * STORY), STORY);
  return [first, second];
}

function row(
  attempt: AttemptView,
  { lane, top = 0 }: { readonly lane: Lane | undefined; readonly top: number | undefined },
  options: PictureOptions,
): readonly Svg[] {
  if (lane === undefined) return [];
  const name = { x: MARGIN.left, y: top + dotsOf(attempt) + 4, "font-size": 13, "font-weight": 600 };
  const place = { transform: `translate(${MARGIN.lanes} ${top})` };
  return [
    svgElement("text", { ...name, ...paint({ fill: "ink" }) }, `Attempt ${attempt.attempt}`),
    svgElement("g", place, attemptLane(attempt, lane, options)),
  ];
}

function legend(run: RunView, height: number, options: PictureOptions): readonly Svg[] {
  const lines = legendLines(run, options);
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
function legendLines({ attempts }: RunView, options: PictureOptions): readonly string[] {
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
    ...doubtLines(attempts, options),
  ];
}

/** Why the first attempt's set should not be relied on; later ones promise nothing. */
function doubtLines(attempts: readonly AttemptView[], options: PictureOptions): readonly string[] {
  const [first] = attempts;
  if (first?.attribution?.status !== "bounded") return [];
  const { doubts = [] } = promiseOf(first, options) ?? {};
  return doubts.flatMap((doubt) => wrappedLines(plainLine(`Not to be relied on: ${doubt}`, 600), LEGEND));
}

/** Letters of a line of the legend. */
const LEGEND = 140;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
