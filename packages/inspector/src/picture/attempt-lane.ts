import type { AttemptView } from "../shared/view/thread-view.ts";
import { excludedWords } from "../shared/words/excluded-words.ts";
import { mostSuspicious, setInWords } from "../shared/words/attribution-words.ts";
import { explanationWords, topExplanation } from "../shared/words/explanation-words.ts";
import { outcomeWords, rejection } from "../shared/words/outcome-words.ts";
import { plainLine } from "../shared/words/plain-line.ts";
import { rollbackWords } from "../shared/words/rollback-words.ts";
import type { Lane } from "../shared/picture/lane-geometry.ts";
import { type Colour, paint } from "./paint.ts";
import type { PictureOptions } from "./picture-options.ts";
import { scoreBars } from "./score-bars.ts";
import { wrappedLines } from "./wrapped-lines.ts";
import { scoreFigure } from "../shared/words/score-figure.ts";
import { svgElement, type Svg } from "../shared/picture/svg-element.ts";

/** Pixels of a score of 1, from the bars' foot to the dots, from there to the agents' names and to the arrow back. */
const BARS = 40;
const DOTS = 12;
const NAMES = 18;
const ARROW = 30;

/** Pixels between a lane's drawing and its first caption, and between a lane and the next. */
const GAP = 22;
const BETWEEN = 34;

/** Pixels from one caption to the next. */
const LINE = 18;

/** Pixels of a letter of an agent's name, and the letters below which a name says nothing. */
const LETTER = 6;
const FEWEST_LETTERS = 6;

/** Letters that fit below a lane. */
const LETTERS = 112;

const TONES = { good: "good", bad: "bad", open: "soft" } as const;

/** Pixels from a lane's top to that of the next. */
export function laneHeight(attempt: AttemptView, options: PictureOptions): number {
  return footOf(attempt) + GAP + (captionsOf(attempt, options).length - 1) * LINE + BETWEEN;
}

/** Pixels from a lane's top to its dots: there are bars above them where there are scores. */
export function dotsOf({ attribution }: AttemptView): number {
  return (attribution === undefined ? 0 : BARS) + DOTS;
}

/** Position where names and arrow end. */
function footOf(attempt: AttemptView): number {
  return dotsOf(attempt) + (attempt.rewind === undefined ? NAMES : ARROW);
}

/**
 * One attempt: score bars over dots for its steps, the set shaded, how it ended, where it was rewound to, and what there is
 * to say about it.
 */
export function attemptLane(attempt: AttemptView, lane: Lane, options: PictureOptions): readonly Svg[] {
  const { mark, tone } = outcomeWords(attempt);
  const dots = dotsOf(attempt);
  const verdict = { x: lane.end, y: dots + 5, "font-size": 15, "text-anchor": "middle" };
  return [
    ...lane.set.map(({ x, width }) =>
      svgElement("rect", { x, y: -8, width, height: dots + NAMES + 12, rx: 4, ...paint({ fill: "set" }) }),
    ),
    ...scoreBars(lane, attempt.attribution?.scores ?? [], BARS),
    svgElement(
      "g",
      { transform: `translate(0 ${dots})` },
      stepMarks(lane),
      agentNames(attempt, lane),
      rewindArrow(attempt, lane),
    ),
    svgElement("text", { ...verdict, ...paint({ fill: TONES[tone] }) }, mark),
    ...captions(attempt, options),
  ];
}

/** Hollow for what was taken over, full for what ran; lines where steps are too many for dots. */
function stepMarks({ dots, radius, kept, own }: Lane): readonly Svg[] {
  const line = ({ x, width }: typeof kept, thick: number): Svg =>
    svgElement("path", {
      d: `M${x.toFixed(1)} 0h${width.toFixed(1)}`,
      "stroke-width": thick,
      ...paint({ stroke: "soft" }),
    });
  if (dots === undefined) return [line(kept, 1), line(own, 5)];
  return [
    line({ x: kept.x, width: kept.width + own.width }, 1),
    ...dots.map((cx) =>
      svgElement("circle", {
        cx,
        cy: 0,
        r: radius,
        ...paint({ fill: cx < own.x ? "paper" : "soft", stroke: "soft" }),
      }),
    ),
  ];
}

/** Names of the acting agents, where there is room for them. */
function agentNames({ steps }: AttemptView, { dots = [], middleOf }: Lane): readonly Svg[] {
  const letters = Math.floor((middleOf(1) - middleOf(0)) / LETTER) - 1;
  if (letters < FEWEST_LETTERS) return [];
  return dots.map((x, index) =>
    svgElement(
      "text",
      { x, y: NAMES, "font-size": 10, "text-anchor": "middle", ...paint({ fill: "soft" }) },
      plainLine(steps[index]?.agent ?? "", letters),
    ),
  );
}

/** From the verdict back to just before the first step that ran again. */
function rewindArrow({ rewind }: AttemptView, { end, middleOf }: Lane): readonly Svg[] {
  if (rewind === undefined) return [];
  const to = middleOf(rewind.step - 0.5);
  const path = `M${end.toFixed(1)} 11V${ARROW}H${to.toFixed(1)}V16`;
  const head = `M${to.toFixed(1)} 9l-4.5 8h9z`;
  return [
    svgElement("path", { d: path, "stroke-width": 1.5, ...paint({ stroke: "mark" }) }),
    svgElement("path", { d: head, ...paint({ fill: "mark" }) }),
  ];
}

type Caption = readonly [text: string, colour: Colour];

function captions(attempt: AttemptView, options: PictureOptions): readonly Svg[] {
  return captionsOf(attempt, options).map(([text, colour], place) =>
    svgElement(
      "text",
      { x: 0, y: footOf(attempt) + GAP + place * LINE, "font-size": 12, ...paint({ fill: colour }) },
      plainLine(text, LETTERS),
    ),
  );
}

function captionsOf(attempt: AttemptView, options: PictureOptions): readonly Caption[] {
  const { tone, word } = outcomeWords(attempt);
  const why = rejection(attempt);
  const rewound = rollbackWords(attempt);
  const excluded = (attempt.attribution && excludedWords(attempt.attribution)) ?? "";
  const lines: readonly Caption[] = [
    [why === undefined ? word : `${word}: ${why}`, TONES[tone]],
    [suspicion(attempt, options), "soft"],
    [reason(attempt), "soft"],
    ...wrappedLines(excluded, LETTERS).map((line) => [line, "soft"] as const),
    [rewound?.undone ?? "", "soft"],
  ];
  return lines.filter(([text]) => text !== "");
}

/** Strongest reason for the most suspicious step. */
function reason(attempt: AttemptView): string {
  const explanation = topExplanation(attempt.attribution);
  const strongest = explanation?.parts.find(({ logit = 1 }) => logit > 0);
  if (explanation === undefined || strongest === undefined) return "";
  const [words] = explanationWords({ step: explanation.step, parts: [strongest] }).parts;
  return [`Why step ${explanation.step + 1}:`, words?.share, words?.says, words?.reason]
    .filter((part) => part !== undefined)
    .join(" ");
}

function suspicion(attempt: AttemptView, options: PictureOptions): string {
  const suspect = mostSuspicious(attempt);
  const highest =
    suspect === undefined
      ? undefined
      : `Highest score: ${scoreFigure(suspect.score)}, step ${suspect.step.index + 1}, ${suspect.step.agent}`;
  return [setInWords(attempt, options), highest].filter((part) => part !== undefined).join(". ");
}
