import type { Attribution } from "@langgraph-rollback/attribution";
import {
  excludedWords,
  explanationWords,
  printable,
  promiseOf,
  scoreFigure,
  stepsInWords,
  topExplanation,
} from "@langgraph-rollback/inspector/shared";
import { type Trajectory, largest } from "@langgraph-rollback/attribution/trajectory";

const BAR = 10;
const LONGEST_AGENT = 16;

/**
 * A failed run for people, with the words and the counting from 1 of the inspector: each step with its score, and `#`
 * where it is in the set, if the set is bounded: a mark at every step would say nothing. Scores stand beside the set, never instead of it.
 *
 * @param columns width of a line
 */
export function attributionText(trajectory: Trajectory, attribution: Attribution, columns: number): string {
  const { outcome, steps, task } = trajectory;
  const isBounded = attribution.status === "bounded";
  const inSet = new Set(isBounded ? attribution.set.steps : []);
  const agents = column(steps.map(({ agent }) => agentOf(agent)));
  const figures = column(steps.map((_, index) => scoreFigure(scoreOf(attribution, index))));
  const rows = steps.map(({ content }, index) => {
    const score = `${barOf(scoreOf(attribution, index))} ${figures[index]} ${inSet.has(index) ? "#" : " "}`;
    return cut(`${`${index + 1}`.padStart(4)} ${agents[index]} ${score} ${printable(content)}`, columns);
  });
  return [
    cut(`${printable(trajectory.id)}: ${printable(task)}`, columns),
    ...(outcome?.reason === undefined ? [] : [cut(`Failed: ${printable(outcome.reason)}`, columns)]),
    ...rows,
    ...promise(attribution, trajectory),
    ...why(attribution),
  ].join("\n");
}

function promise(attribution: Attribution, { outcome, steps }: Trajectory): readonly string[] {
  const promised = promiseOf({ attempt: 1, attribution, outcome });
  if (promised === undefined) return [];
  const { doubts, meaning, remarks, short } = promised;
  const set = stepsInWords(attribution.set.steps);
  const excluded = excludedWords(attribution);
  const told = [...(excluded === undefined ? [] : [excluded]), meaning, ...doubts, ...remarks];
  return [
    `${attribution.status === "bounded" ? "# " : ""}Set: ${set} of ${steps.length}, ${short}.`,
    ...told.map(printable),
  ];
}

/** Why the scorer suspects the most suspicious step, in words and shares. */
function why(attribution: Attribution): readonly string[] {
  const explanation = topExplanation(attribution);
  const { unexplained } = attribution;
  if (unexplained !== undefined) return [printable(`The scorer cannot say why: ${unexplained}`)];
  if (explanation === undefined) return [];
  const { parts, sum } = explanationWords(explanation);
  return [
    `Why step ${explanation.step + 1}, the most suspicious:`,
    ...parts.flatMap(({ reason, says, share = "" }) => [
      `${share.padStart(7)} ${printable(says)}`,
      ...(reason === undefined ? [] : [`${" ".repeat(8)}${printable(reason)}`]),
    ]),
    ...(sum === undefined ? [] : [sum]),
  ];
}

const scoreOf = ({ scores }: Attribution, index: number): number => scores[index] ?? 0;

const barOf = (score: number): string => "█".repeat(Math.round(score * BAR)).padEnd(BAR, "·");

/** The cells of a column, as wide as the widest. */
function column(cells: readonly string[]): readonly string[] {
  const width = largest(cells.map(({ length }) => length));
  return cells.map((cell) => cell.padEnd(width));
}

function agentOf(agent: string): string {
  return cut(printable(agent), LONGEST_AGENT);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
