import type { Attribution } from "@langgraph-rollback/attribution";
import { printable, promiseWords, stepsInWords } from "@langgraph-rollback/inspector/shared";
import type { Step, Trajectory } from "@langgraph-rollback/trajectory";

const BAR = 10;
const LONGEST_AGENT = 16;

/**
 * A failed run for people, with the words and the counting from 1 of the inspector: each step with its score, and `#`
 * where it is in the set. Scores stand beside the set, never instead of it.
 *
 * @param columns width of a line
 */
export function attributionText(trajectory: Trajectory, attribution: Attribution, columns: number): string {
  const { outcome, steps, task } = trajectory;
  const inSet = new Set(attribution.set.steps);
  const width = Math.max(...steps.map(({ agent }) => agentOf(agent).length));
  const rows = steps.map((step, index) =>
    cut(row(step, attribution.scores[index] ?? 0, inSet.has(index), width), columns),
  );
  return [
    cut(`${printable(trajectory.id)}: ${printable(task)}`, columns),
    ...(outcome?.reason === undefined ? [] : [cut(`Failed: ${printable(outcome.reason)}`, columns)]),
    ...rows,
    ...promise(attribution, steps.length),
  ].join("\n");
}

function promise(attribution: Attribution, length: number): readonly string[] {
  const { doubts, meaning, remarks, short } = promiseWords(attribution);
  const set = stepsInWords(attribution.set.steps);
  return [`# Set: ${set} of ${length}, ${short}.`, ...[meaning, ...doubts, ...remarks].map(printable)];
}

function row({ agent, content, index }: Step, score: number, isIn: boolean, width: number): string {
  const bar = "█".repeat(Math.round(score * BAR)).padEnd(BAR, "·");
  const place = `${index + 1}`.padStart(4);
  return `${place} ${agentOf(agent).padEnd(width)} ${bar} ${score.toFixed(2)} ${isIn ? "#" : " "} ${printable(content)}`;
}

function agentOf(agent: string): string {
  return cut(printable(agent), LONGEST_AGENT);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
