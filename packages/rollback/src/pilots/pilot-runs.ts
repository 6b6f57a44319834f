import type { PilotTask } from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph-checkpoint";

import type { AttemptRecord } from "../history/attempt-record.ts";
import {
  compiledGraphOf,
  type CompiledGraph,
  type InputOf,
  type OutputOf,
  type RollbackTarget,
} from "../langgraph/compiled-graph.ts";
import { missingPrices, moneyFor } from "../planning/stop-run.ts";
import type { Budget } from "../setup/budget.ts";
import { copyOf, plainGraphOf } from "../setup/rollback-context.ts";
import { tokensByModel, totalTokens } from "../steps/token-count.ts";
import {
  type JudgedAttempts,
  judgedAttempts,
  type LeftOutTask,
  type PilotingTask,
  type PilotOptions,
} from "./judged-attempts.ts";

/** Outcome of one task. */
export type PilotedRun =
  | { readonly status: "done"; readonly task: string; readonly result: PilotTask }
  | ({ readonly status: "left-out" } & LeftOutTask);

/**
 * Runs an agent with rollback on tasks whose right results are known, and tells of each whether it was right at first and in the end. The
 * first attempt is the agent as it runs without rollback. The graph's checkpointer is not touched. The agent really runs: so do its tools.
 *
 * @yields one result a task, in order
 *
 * @example
 * const tasks: PilotTask[] = [];
 * for await (const run of pilotRuns(agent, cases, { verify, truth }))
 *   if (run.status === "done") tasks.push(run.result);
 * console.log(pilotAdvice(tasks).sentence);
 */
export async function* pilotRuns<G extends RollbackTarget>(
  graph: G,
  tasks: Iterable<PilotingTask<InputOf<G>>> | AsyncIterable<PilotingTask<InputOf<G>>>,
  options: PilotOptions<InputOf<G>, OutputOf<G>>,
): AsyncGenerator<PilotedRun, void> {
  const plain = plainGraphOf(compiledGraphOf(graph));
  for await (const task of tasks) {
    const copy = copyOf(plain);
    copy.checkpointer = new MemorySaver();
    yield await pilotRun(copy, task, options);
  }
}

async function pilotRun(
  graph: CompiledGraph,
  task: PilotingTask<unknown>,
  options: PilotOptions,
): Promise<PilotedRun> {
  const made = await judgedAttempts(graph, task, options);
  if ("why" in made) return { status: "left-out", ...made };
  const cost = costOfVerdicts(made.records, options.budget ?? {});
  return { status: "done", task: task.id, result: { ...resultOf(made), ...cost } };
}

/** The attempt whose result the caller is given. */
const returnedAttempt = (records: readonly AttemptRecord[]): number => {
  const last = records.at(-1);
  return last?.stands?.attempt ?? last?.attempt ?? 1;
};

/** Cost of the verdicts on all attempts, in money by the prices of the budget. */
function costOfVerdicts(
  records: readonly AttemptRecord[],
  budget: Budget,
): Pick<PilotTask, "verdictTokens" | "verdictMoney"> {
  const tokens = tokensByModel(records.flatMap(({ outcome }) => outcome?.cost?.tokens ?? []));
  if (tokens.length === 0) return {};
  const { input, output } = totalTokens(tokens);
  const isPriced = budget.money !== undefined && missingPrices(budget, tokens) === undefined;
  return {
    verdictTokens: input + output,
    ...(isPriced ? { verdictMoney: moneyFor(tokens, budget.money) } : {}),
  };
}

/** An attempt that threw was not seen by the verifier: it is wrong. */
function resultOf({ records, seen }: JudgedAttempts): PilotTask {
  const isRight = (attempt: number): boolean => seen.get(attempt)?.right === true;
  const first = records[0]?.outcome;
  const stepsOf = ({ attempt, spent }: AttemptRecord, before: AttemptRecord | undefined): number =>
    spent?.steps ?? (seen.get(attempt)?.steps ?? 0) - (before?.rewind?.kept ?? 0);
  const steps = records.map((record, at) => stepsOf(record, records[at - 1]));
  return {
    right: isRight(1),
    ...(first?.early === undefined ? {} : { stopped: first.early.by }),
    ...(first?.score === undefined ? {} : { score: first.score }),
    rejected: records.length > 1,
    rightAfter: isRight(returnedAttempt(records)),
    steps: steps[0] ?? 0,
    stepsRedone: steps.slice(1).reduce((sum, count) => sum + count, 0),
  };
}
