import { plainLine } from "../shared/words/plain-line.ts";
import { scoreFigure } from "../shared/words/score-figure.ts";
import { stepsInWords } from "../shared/words/steps-in-words.ts";
import type { AttemptView, StepView } from "../shared/view/thread-view.ts";

/** Steps at the beginning and at the end of an attempt that an overview shows. */
const ENDS = 12;

/** The steps of an attempt, one a line: number, whether it is in the set, score, who did what. */
export function stepLines(attempt: AttemptView, width: number, isWhole: boolean): readonly string[] {
  const { attribution, kept, rewind, proposed, steps } = attempt;
  const inSet = new Set(attribution?.status === "bounded" ? attribution.set.steps : []);
  const to = (rewind ?? proposed)?.step;
  const first = isWhole ? 0 : kept;
  const isShown = (index: number): boolean =>
    isWhole ||
    index < first + ENDS ||
    index >= steps.length - ENDS ||
    index === to ||
    inSet.has(index) ||
    steps[index]?.error !== undefined;
  const lines = kept > 0 && !isWhole ? [`  = ${keptWords(attempt)}`] : [];
  let left = 0;
  for (const step of steps.slice(first)) {
    const { index } = step;
    if (!isShown(index)) {
      left += 1;
      continue;
    }
    if (left > 0) lines.push(moreOf(left));
    left = 0;
    const mark = index === to ? "↩" : index < kept ? "=" : " ";
    lines.push(stepLine(step, mark, inSet.has(index), attribution?.scores[index], width));
  }
  return left > 0 ? [...lines, moreOf(left)] : lines;
}

const moreOf = (count: number): string => `    … ${count} more ${count === 1 ? "step" : "steps"}`;

const keptWords = ({ attempt, kept }: AttemptView): string =>
  `${stepsInWords(Array.from({ length: kept }, (_, index) => index))} kept from attempt ${attempt - 1}`;

function stepLine(
  step: StepView,
  mark: string,
  isInSet: boolean,
  score: number | undefined,
  width: number,
): string {
  const { agent, error, index, node, summary, tools } = step;
  const who = node === undefined || node === agent ? agent : `${node}: ${agent}`;
  const calls = tools.length === 0 ? "" : ` → ${[...new Set(tools)].join(", ")}`;
  const said = error === undefined ? summary : `✕ threw ${error}`;
  const figure = score === undefined ? "" : scoreFigure(score).padStart(8);
  const head = `  ${mark} ${`${index + 1}`.padStart(4)} ${isInSet ? "*" : " "}${figure}  `;
  return `${head}${plainLine(`${who}${calls}: ${said}`, width - head.length)}`;
}
