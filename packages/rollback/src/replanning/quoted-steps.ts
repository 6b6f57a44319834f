import type { Step } from "@langgraph-rollback/attribution/trajectory";

import { shareRoom } from "./share-room.ts";

/** Steps to be quoted, and what is known of them. */
export interface StepsToQuote {
  readonly steps: readonly Step[];
  /** Suspicion by step index, in [0, 1]; `undefined` where it is not known. */
  readonly scores: readonly number[] | undefined;
  /** Whether a step carries the mark ">". */
  readonly isMarked: (step: Step) => boolean;
}

/** Least room for a step's text and the end of its line; with less for each, some steps are left out. */
const SHORTEST = 25;
const END_OF_LINE = 1;
/** Room for the line that says how many were left out. */
const LEFT_OUT = 45;

/**
 * @internal Steps as lines of a note, `> step 3 ("solver", 0.61): "6*7 = 44"`, in at most `room` characters, ends of
 * lines included. The more suspicious half counts twice where room is short; where not even short quotes fit, the
 * least suspicious are left out.
 */
export function quotedSteps(quoting: StepsToQuote, room: number): readonly string[] {
  const lines = linesOf(quoting, room);
  const bySuspicion = lines.toSorted((a, b) => b.suspicion - a.suspicion);
  let least = LEFT_OUT;
  const shown = new Set(bySuspicion.filter(({ label }) => (least += label.length + SHORTEST) <= room));
  const favoured = new Set(bySuspicion.slice(0, Math.ceil(shown.size / 2)));
  const kept = lines.filter((line) => shown.has(line));
  const frames = kept.reduce((sum, { label }) => sum + label.length + SHORTEST, LEFT_OUT);
  const extra = shareRoom(
    kept.map(({ need }) => need - SHORTEST),
    kept.map((line) => (favoured.has(line) ? 2 : 1)),
    room - frames,
  );
  const quoted = kept.map(
    ({ label, text }, i) => label + quoteText(text, SHORTEST - END_OF_LINE + (extra[i] ?? 0)),
  );
  const missing = lines.length - kept.length;
  const words = quoting.scores === undefined ? "steps" : "less suspicious steps";
  return missing === 0 ? quoted : [...quoted, `  (${missing} ${words} left out)`];
}

/** @internal Suspicion as a note shows it. */
export const shownScore = (score: number): string => score.toFixed(2);

/** @internal Room in which {@link quotedSteps} would cut nothing; at most `atMost`. */
export function roomNeeded(quoting: StepsToQuote, atMost: number): number {
  const lines = linesOf(quoting, atMost);
  return Math.min(
    atMost,
    lines.reduce((sum, { label, need }) => sum + label.length + need, LEFT_OUT),
  );
}

interface Line {
  readonly label: string;
  readonly text: string;
  /** Room for the whole text and the end of its line, as far as it could ever fit. */
  readonly need: number;
  readonly suspicion: number;
}

function linesOf({ steps, scores, isMarked }: StepsToQuote, room: number): readonly Line[] {
  return steps.map((step) => {
    const score = scores?.[step.index];
    const mark = isMarked(step) ? ">" : " ";
    const whole = quoteText(step.content, Math.max(SHORTEST, room)).length;
    const need = Math.max(SHORTEST, whole + END_OF_LINE);
    const said = score === undefined ? "" : `, ${shownScore(score)}`;
    const label = `${mark} step ${step.index + 1} (${quoteText(step.agent, 40)}${said}): `;
    return { label, text: step.content, need, suspicion: score ?? 0 };
  });
}

/**
 * @internal Text from a trace as a JSON string of at most `length` characters, quotes included, cut in the middle.
 * As JSON it stays on one line and cannot end its own frame, whatever it says.
 *
 * @param length at least 16
 */
export function quoteText(text: string, length: number): string {
  const whole = text.length > length ? undefined : inQuotes(text);
  if (whole !== undefined && whole.length <= length) return whole;
  for (let half = Math.floor((length - 7) / 2); half > 0; half = Math.floor(half / 2)) {
    const cut = inQuotes(`${text.slice(0, half)} ... ${text.slice(-half)}`);
    if (cut.length <= length) return cut;
  }
  return '"..."';
}

/** JSON leaves Unicode's own line ends as they are. */
function inQuotes(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
