import { readFileSync } from "node:fs";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, readTrajectory } from "langgraph-rollback";

import { killGraph, nodes, type Execution, type Turn } from "../../fixtures/kill-graph.ts";
import { forksOf, latestRecords } from "./audit-branches.ts";
import { turnAt, type Record, type Thread } from "./read-thread.ts";

/** A turn that the rounds of a thread requested. */
export interface Asked {
  readonly turn: Turn;
  /** No new question came before it was answered. */
  readonly answered: boolean;
  /** Number of processes that died meanwhile. */
  readonly deaths: number;
}

const MAX_ATTEMPTS = 3;

/**
 * Faults of a thread's runs: one that has not ended, or not as it should; a lost or second record, an attempt
 * or a rollback too many, a step that is missing in an attempt or was executed without need.
 *
 * @param journal file that holds each execution of a node
 */
export async function auditRuns(
  saver: BaseCheckpointSaver,
  thread: Thread,
  asked: readonly Asked[],
  journal: string,
): Promise<readonly string[]> {
  const problems = asked.flatMap((each) => auditTurn(thread, each));
  const lines = readFileSync(journal, "utf8").trim().split("\n");
  const executions = lines
    .map((line): Execution => JSON.parse(line))
    .filter((execution) => execution.thread === thread.id);
  const perRun = countBy(forksOf(thread), ({ run }) => run ?? "");
  return [
    ...problems,
    ...thread.problems.map(
      ({ attempt, problem }) => `attempt ${attempt}: ${problem.code}, ${problem.message}`,
    ),
    ...(await auditSteps(saver, thread, asked)),
    ...asked.flatMap((each) => executedTooOften(executions, each)),
    ...executedThoughKept(thread, executions),
    ...[...perRun].flatMap(([run, count]) =>
      count < MAX_ATTEMPTS ? [] : [`run ${run}: ${count} rollbacks, ${MAX_ATTEMPTS - 1} allowed`],
    ),
  ];
}

/** The runs that a turn has had, by what their records say. */
function auditTurn(thread: Thread, { turn, answered }: Asked): readonly string[] {
  const heads = new Map(thread.checkpoints.map((checkpoint) => [checkpoint.id, turnAt(checkpoint)]));
  const records = thread.records.filter(({ head }) => heads.get(head) === turn.turn);
  const runs = [...new Set(records.map(({ run }) => run))];
  const name = `turn ${turn.turn} (${turn.where} ${turn.how} ${turn.fails} times)`;
  if (runs.length > 1) return [`${name}: ${runs.length} runs have records`];
  const counting = latestRecords(records);
  const last = counting.at(-1);
  const made = new Set(thread.checkpoints.map(({ id }) => id));
  const problems = [
    ...counting.flatMap(({ attempt }, index) =>
      attempt === index + 1 ? [] : [`${name}: attempt ${index + 1} has no record`],
    ),
    ...counting.flatMap(({ problem }) => (problem === undefined ? [] : [`${name}: ${problem.code}`])),
    ...counting.flatMap((record) =>
      record === last || made.has(record.rewind?.fork ?? "")
        ? []
        : [`${name}: attempt ${record.attempt + 1} began without the fork of its record`],
    ),
  ];
  return answered ? [...problems, ...endedWrongly(thread, name, turn, counting)] : problems;
}

function endedWrongly(
  thread: Thread,
  name: string,
  { fails, where }: Turn,
  counting: readonly Record[],
): readonly string[] {
  const last = counting.at(-1);
  const attempts = Math.min(fails + 1, MAX_ATTEMPTS);
  const decision = fails < MAX_ATTEMPTS ? "accept" : "give-up";
  if (last?.attempt !== attempts || last.decision !== decision)
    return [`${name}: ended with ${JSON.stringify(last)}, expected ${decision} in attempt ${attempts}`];
  if (last.stands !== undefined && thread.checkpoints.every(({ id }) => id !== last.stands?.fork))
    return [`${name}: the thread does not continue from attempt ${last.stands.attempt}, which was returned`];
  const head = thread.checkpoints.find(({ id }) => id === last.head);
  const messages = head?.messages ?? [];
  const own = messages.slice(messages.findLastIndex(({ id }) => id.startsWith("question-")) + 1);
  const told = own
    .map(({ text }) => text.split(" ").slice(0, 2).join(" "))
    .filter((text) => text.includes(":"));
  const right = nodes.map(
    (node) => `${node}: ${node === where && decision === "give-up" ? "wrong" : "right"}`,
  );
  return told.join() === right.join() && head?.draft === own.at(-1)?.text
    ? []
    : [`${name}: ended with ${told.join()} and draft ${String(head?.draft)}`];
}

/** Each judged attempt's steps, read as a user would. */
async function auditSteps(
  saver: BaseCheckpointSaver,
  thread: Thread,
  asked: readonly Asked[],
): Promise<readonly string[]> {
  const graph = killGraph().compile({ checkpointer: saver });
  const problems: string[] = [];
  for (const { head, attempt, outcome } of thread.records) {
    const at = thread.checkpoints.find(({ id }) => id === head);
    const turn = asked.find((each) => each.turn.turn === turnAt(at ?? { messages: [] }))?.turn;
    const threw = outcome?.ok === false && turn?.how === "throws";
    const { steps } = await readTrajectory(graph, {
      configurable: { thread_id: thread.id, checkpoint_id: head },
    });
    const ran = steps.map(({ origin }) => origin.node).join();
    const expected = nodes.slice(0, threw ? nodes.indexOf("solve") + 1 : undefined).join();
    if (ran !== expected)
      problems.push(`attempt ${attempt} that ended at ${head} has the steps ${ran}, not ${expected}`);
  }
  const history = await readHistory(graph, { configurable: { thread_id: thread.id } });
  const judged = new Set(thread.records.map(({ run, attempt }) => `${run} ${attempt}`)).size;
  const counted = history.flatMap(({ attempts }) => attempts).length;
  return counted === judged ? problems : [...problems, `the history has ${counted} attempts, not ${judged}`];
}

/** A step is executed once in an attempt, and once more at most for each process that died. */
function executedTooOften(executions: readonly Execution[], { turn, deaths }: Asked): readonly string[] {
  const own = executions.filter((execution) => execution.turn === turn.turn);
  const counts = countBy(own, ({ attempt, node }) => `${node} of attempt ${attempt}`);
  return [...counts].flatMap(([step, count]) =>
    count <= deaths + 1
      ? []
      : [`turn ${turn.turn}: ${step} was executed ${count} times, after ${deaths} deaths`],
  );
}

/** Steps before the rewind point of the attempt before. */
function executedThoughKept(thread: Thread, executions: readonly Execution[]): readonly string[] {
  return thread.records.flatMap(({ head, attempt, rewind }) => {
    const at = thread.checkpoints.find(({ id }) => id === head);
    const kept = new Set<string>(nodes.slice(0, rewind?.step ?? 0));
    return executions
      .filter((execution) => execution.turn === turnAt(at ?? { messages: [] }))
      .filter((execution) => execution.attempt === attempt + 1 && kept.has(execution.node))
      .map(({ node }) => `${node} was kept, and executed again in attempt ${attempt + 1} of ${head}`);
  });
}

function countBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
