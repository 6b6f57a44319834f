import type { AttemptRecord, RecordedTrajectory } from "langgraph-rollback";
import { readHistory, readTrajectory } from "langgraph-rollback";
import { createColors } from "picocolors";
import type { TeamGraph } from "../team/team-graph.ts";
import { clipped, printable, wrapped } from "./printable.ts";

const LONGEST_TEXT = 300;

export interface StoryOptions {
  readonly threadId: string;
  readonly width: number;
  readonly isColored: boolean;
  /** The first attempt's first mistake, where a simulation knows it. */
  readonly faultyStep?: number | undefined;
}

/** Tells what became of one thread, read from its checkpointer alone; undefined when it holds no run of that thread. */
export async function storyOf(graph: TeamGraph, options: StoryOptions): Promise<string | undefined> {
  const thread = { thread_id: options.threadId };
  const [run] = await readHistory(graph, { configurable: thread });
  if (run === undefined) return undefined;
  const chapters: string[] = [];
  for (const [at, record] of run.attempts.entries()) {
    const config = { configurable: { ...thread, checkpoint_id: record.head } };
    const trajectory = await readTrajectory(graph, config);
    if (at === 0)
      chapters.push(wrapped(`Task: ${clipped(printable(trajectory.task), LONGEST_TEXT)}`, options.width));
    const kept = run.attempts[at - 1]?.rewind?.kept ?? 0;
    chapters.push(chapter(record, trajectory, kept, options));
  }
  return chapters.join("\n\n");
}

function chapter(
  record: AttemptRecord,
  { steps }: RecordedTrajectory,
  kept: number,
  { width, faultyStep, isColored }: StoryOptions,
): string {
  const { attempt, attribution, outcome, rewind } = record;
  const verdict = outcome?.ok === true ? "accepted" : `rejected: ${printable(outcome?.reason ?? "")}`;
  const colors = createColors(isColored);
  const isKnown = attempt === 1 && faultyStep !== undefined;
  const lines = steps.map(({ agent, content, index }) => {
    const inSet = attribution?.set.steps.includes(index) ?? false;
    const score = attribution?.scores[index];
    const faulty = isKnown && faultyStep === index ? " ◄" : "";
    const head = [
      arrow(index, rewind?.step, steps.length),
      String(index + 1).padStart(2),
      printable(agent).padEnd(8),
      attribution === undefined ? undefined : bar(score ?? 0),
      inSet ? "#" : " ",
    ]
      .filter((part) => part !== undefined)
      .join(" ");
    const room = width - head.length - faulty.length - 2;
    const text = index < kept ? "(kept) " : "";
    const line = `${head} ${clipped(text + printable(content), room)}${faulty}`;
    return inSet ? colors.inverse(line) : index < kept ? colors.dim(line) : line;
  });
  return [
    `Attempt ${attempt}, ${verdict}`,
    ...lines,
    ...(isKnown ? [wrapped(confession(steps[faultyStep]?.content ?? ""), width)] : []),
    ...ending(record, steps.length, width),
  ].join("\n");
}

/** The first mistake in full: the step's line may have been too short for it. */
function confession(content: string): string {
  return `◄ marks the first mistake, from the simulation's ledger (no scorer knows it): ${clipped(printable(content), LONGEST_TEXT)}`;
}

const WIDTH_OF_BAR = 10;

function bar(score: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, score)) * WIDTH_OF_BAR);
  return `${"█".repeat(filled).padEnd(WIDTH_OF_BAR, "·")} ${score.toFixed(2)}`;
}

/** From the run's end back up to the first step that runs again. */
function arrow(index: number, to: number | undefined, length: number): string {
  if (to === undefined || index < to) return "  ";
  if (index === to) return index === length - 1 ? "▶╴" : "┌▶";
  return index === length - 1 ? "└─" : "│ ";
}

function ending(
  { attribution, rewind, note, reason }: AttemptRecord,
  length: number,
  width: number,
): readonly string[] {
  if (rewind === undefined) return attribution === undefined ? [] : [printable(reason)];
  const promise =
    attribution?.status === "bounded"
      ? `# marks the prediction set: it holds the decisive step in ${attribution.set.guarantee === "exact" ? "at least" : "about"} ${Math.round((1 - attribution.alpha) * 100)} % of failed runs, on average (calibrated on ${attribution.n} ${attribution.set.guarantee === "exact" ? "" : "planted "}failures).`
      : `No step can be ruled out: ${printable(attribution?.reason ?? "")}`;
  return [
    wrapped(promise, width),
    `Rewound to before step ${rewind.step + 1} of ${length}: ${rewind.kept} kept, ${rewind.redone} undone.`,
    ...(note === undefined
      ? []
      : [`Note to the next attempt, ${note.length} characters:`, ...quoted(note, width)]),
  ];
}

const LINES_OF_NOTE = 5;

function quoted(note: string, width: number): readonly string[] {
  const lines = note.split("\n").map((line) => `  | ${clipped(printable(line), width - 4)}`);
  const more = lines.length - LINES_OF_NOTE;
  return more > 1 ? [...lines.slice(0, LINES_OF_NOTE), `  | (${more} more lines)`] : lines;
}
