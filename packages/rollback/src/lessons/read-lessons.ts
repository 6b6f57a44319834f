import { redactValue, type Redact } from "@langgraph-rollback/attribution";
import type { Step } from "@langgraph-rollback/attribution/trajectory";

import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readHistory, type RunHistory } from "../history/history.ts";
import { listThreads } from "../history/list-threads.ts";
import type { AgentHistoryOptions } from "../history/read-agent-history.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import type { GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { Lesson } from "./lesson.ts";
import { partingSteps } from "./parting-step.ts";

/** Lessons that are kept: those that recovered the most runs. */
const MOST = 50;
const RUNS = 20;
const LENGTH = 500;

/**
 * Reads what an agent's recovered runs taught: why an attempt failed, which step was suspected, and what the accepted attempt did differently. Runs that
 * failed alike are one lesson. Nothing is given to any run: {@link lessonsNote} makes a text of lessons, and you decide where it goes.
 *
 * Runs fail alike if their reasons are the same but for numbers and spaces, and the same node and tool is suspected. Runs whose attempts did the same are left
 * out, as are attempts whose steps a checkpointer does not hold any more, and runs of the middleware alone. The source should hold one agent's threads; else
 * name them. Reads the steps of two attempts for each recovered run. `redact` takes out of each text what must not reach other runs.
 *
 * @param source  the graph with its checkpointer, or a checkpointer alone
 * @returns at most 50, those that recovered the most runs first
 * @throws {NoCheckpointerError | UnsupportedGraphError}, and what `redact` throws
 *
 * @example
 * const lessons = await readLessons(agent);
 * await agent.invoke({ messages: [new SystemMessage(lessonsNote(lessons)), question] }, config);
 */
export async function readLessons(
  source: GraphOrCheckpointer,
  { threads, limit = 1000, redact }: AgentHistoryOptions & { readonly redact?: Redact } = {},
): Promise<readonly Lesson[]> {
  const ids = threads ?? (await listThreads(source, limit)).threads.map(({ threadId }) => threadId);
  const lessons = new Map<string, Lesson>();
  const lost = new Map<string, number>();
  const stepsOf = (threadId: string, head: string) => stepsAt(source, threadId, head);
  for (const threadId of ids)
    for (const run of await readHistory(source, checkpointConfig(threadId))) {
      if (run.status === "gave-up") await countLost(lost, threadId, run, stepsOf);
      const found = run.status === "recovered" ? await lessonOf(threadId, run, stepsOf) : undefined;
      if (found === undefined) continue;
      const key = keyOf(found);
      lessons.set(key, joined(lessons.get(key), found));
    }
  return [...lessons]
    .map(([key, lesson]) => ({ ...lesson, lost: lost.get(key) ?? 0 }))
    .toSorted((a, b) => b.recovered - a.recovered || b.at.localeCompare(a.at))
    .slice(0, MOST)
    .map((lesson) => shown(lesson, redact));
}

type ReadSteps = (threadId: string, head: string) => Promise<readonly Step[] | undefined>;

async function lessonOf(
  threadId: string,
  { attempts, run }: RunHistory,
  stepsOf: ReadSteps,
): Promise<Lesson | undefined> {
  const [failed, accepted] = attempts.slice(-2);
  if (failed?.rewind === undefined || accepted === undefined) return undefined;
  const [before, after] = [await stepsOf(threadId, failed.head), await stepsOf(threadId, accepted.head)];
  if (before === undefined || after === undefined) return undefined;
  const parted = partingSteps(before, after, failed.rewind.step);
  if (parted === undefined) return undefined;
  return {
    reason: failed.outcome?.reason ?? "",
    suspected: suspectOf(failed, before, parted.index),
    parted: { failed: parted.failed?.content ?? "", accepted: parted.accepted?.content ?? "" },
    recovered: 1,
    lost: 0,
    at: accepted.at,
    runs: [{ threadId, run }],
  };
}

async function countLost(
  lost: Map<string, number>,
  threadId: string,
  { attempts }: RunHistory,
  stepsOf: ReadSteps,
): Promise<void> {
  const last = attempts.at(-1);
  const steps = last?.outcome?.ok === false ? await stepsOf(threadId, last.head) : undefined;
  if (last === undefined || steps === undefined) return;
  const key = keyOf({ reason: last.outcome?.reason ?? "", suspected: suspectOf(last, steps, 0) });
  lost.set(key, (lost.get(key) ?? 0) + 1);
}

/** The step that the model named, else the one that looked most suspicious, where scores tell steps apart. */
function suspectOf(
  { attribution, outcome }: AttemptRecord,
  steps: readonly Step[],
  otherwise: number,
): Lesson["suspected"] {
  const scores = attribution?.scores ?? [];
  const highest = scores.reduce((top, score) => Math.max(top, score), Number.NEGATIVE_INFINITY);
  const scored = new Set(scores).size > 1 ? scores.indexOf(highest) : undefined;
  const step = steps[outcome?.asked?.step ?? scored ?? otherwise] ?? steps.at(-1);
  const tool = step?.toolCalls?.[0]?.name;
  return { node: step?.origin?.node ?? step?.agent ?? "", ...(tool === undefined ? {} : { tool }) };
}

/** The same for runs that fail alike: numbers and spaces do not count. */
function keyOf({ reason, suspected: { node, tool } }: Pick<Lesson, "reason" | "suspected">): string {
  const words = reason.toLowerCase().replaceAll(/\d+/g, "#").replaceAll(/\s+/g, " ").trim();
  return JSON.stringify([words, node, tool ?? ""]);
}

/** The texts of the later one stay. */
function joined(known: Lesson | undefined, added: Lesson): Lesson {
  if (known === undefined) return added;
  const [latest, other] = known.at >= added.at ? [known, added] : [added, known];
  const runs = [...latest.runs, ...other.runs].slice(0, RUNS);
  return { ...latest, recovered: known.recovered + added.recovered, runs };
}

function shown({ reason, suspected, parted, ...rest }: Lesson, redact: Redact | undefined): Lesson {
  // Redacted before it is cut: a cut secret might not be known any more.
  const text = (value: string): string =>
    (redact === undefined ? value : redactValue(value, redact)).slice(0, LENGTH);
  const { node, tool } = suspected;
  return {
    reason: text(reason),
    suspected: { node: text(node), ...(tool === undefined ? {} : { tool: text(tool) }) },
    parted: { failed: text(parted.failed), accepted: text(parted.accepted) },
    ...rest,
  };
}

async function stepsAt(
  source: GraphOrCheckpointer,
  threadId: string,
  head: string,
): Promise<readonly Step[] | undefined> {
  try {
    return (await readTrajectory(source, checkpointConfig(threadId, head))).steps;
  } catch (error) {
    // A checkpointer that prunes does not hold it any more.
    if (error instanceof CheckpointNotFoundError) return undefined;
    throw error;
  }
}
