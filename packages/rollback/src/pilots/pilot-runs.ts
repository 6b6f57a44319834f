import type { PilotTask } from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { nanoid } from "nanoid";
import { describeError } from "../errors/describe-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readHistory } from "../history/history.ts";
import {
  compiledGraphOf,
  type CompiledGraph,
  type InputOf,
  type OutputOf,
  type RollbackTarget,
} from "../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { missingPrices, moneyFor } from "../planning/stop-run.ts";
import type { Budget } from "../setup/budget.ts";
import { copyOf, plainGraphOf } from "../setup/rollback-context.ts";
import type { RollbackOptions } from "../setup/rollback-options.ts";
import { tokensByModel, totalTokens } from "../steps/token-count.ts";
import { parseVerdict, signatureOf, verifierOf } from "../verifiers/judge.ts";
import type { Verdict, VerifierRun } from "../verifiers/verifier.ts";
import { withRollback } from "../with-rollback.ts";

/** A task that the agent is run on. */
export interface PilotingTask<Input> {
  readonly id: string;
  readonly input: Input;
}

/** How {@link pilotRuns} goes about it: the options of `withRollback`, and what is true. */
export interface PilotOptions<Input = unknown, Output = unknown> extends Omit<
  RollbackOptions<Input, Output>,
  "approve" | "lock"
> {
  /** Says whether a result is right, by what the verifier cannot know: a stored answer, or a person's word. */
  truth(run: VerifierRun<Input, Output>, task: PilotingTask<Input>): Verdict | Promise<Verdict>;
}

/** Outcome of one task. */
export type PilotedRun =
  | { readonly status: "done"; readonly task: string; readonly result: PilotTask }
  | {
      readonly status: "left-out";
      readonly task: string;
      /** It waits for a human, nobody knows what is true of it, or the verifier has failed. */
      readonly why: "paused" | "truth-failed" | "unjudged";
      readonly detail: string;
    };

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
    yield { task: task.id, ...(await pilotRun(copy, task, options)) };
  }
}

type LeftOut = Omit<Extract<PilotedRun, { status: "left-out" }>, "task">;
type Done = Omit<Extract<PilotedRun, { status: "done" }>, "task">;

/** Known facts about an attempt that the verifier judged. */
interface Seen {
  readonly right: boolean;
  readonly steps: number;
}

async function pilotRun(
  graph: CompiledGraph,
  task: PilotingTask<unknown>,
  given: PilotOptions,
): Promise<Done | LeftOut> {
  // Called below as a method, in case it is one.
  const { truth: _truth, ...options } = { ...given, truth: undefined };
  const config = checkpointConfig((options.ids ?? nanoid)());
  const seen = new Map<number, Seen>();
  let unknown: unknown;
  const verifier = verifierOf(options);
  const verify = Object.assign(async (run: VerifierRun): Promise<Verdict> => {
    try {
      const { ok: right } = parseVerdict(await given.truth(run, task));
      seen.set(run.attempt, { right, steps: (await run.trajectory()).steps.length });
    } catch (error) {
      unknown ??= error;
    }
    return verifier(run);
  }, signatureOf(verifier));
  const guarded = withRollback(graph, { ...options, verify });
  try {
    for await (const _ of guarded._streamIterator(task.input, { ...config, streamMode: ["values"] }));
  } catch {
    // An exception of the graph is an outcome like others: the history tells of it.
  }
  if (unknown !== undefined) return leftOut("truth-failed", describeError(unknown).message);
  const [history] = await readHistory(guarded, config);
  if (history === undefined || history.status === "unjudged")
    return leftOut("unjudged", history?.reason ?? "Nothing was recorded.");
  if (history.status === "interrupted") return leftOut("paused", history.reason);
  const cost = costOfVerdicts(history.attempts, options.budget ?? {});
  return { status: "done", result: { ...resultOf(history.attempts, seen), ...cost } };
}

const leftOut = (why: LeftOut["why"], detail: string): LeftOut => ({ status: "left-out", why, detail });

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
function resultOf(records: readonly AttemptRecord[], seen: ReadonlyMap<number, Seen>): PilotTask {
  const isRight = (attempt: number): boolean => seen.get(attempt)?.right === true;
  const first = records[0]?.outcome;
  const stepsOf = ({ attempt, spent }: AttemptRecord, before: AttemptRecord | undefined): number =>
    spent?.steps ?? (seen.get(attempt)?.steps ?? 0) - (before?.rewind?.kept ?? 0);
  const steps = records.map((record, at) => stepsOf(record, records[at - 1]));
  return {
    right: isRight(1),
    ...(first?.score === undefined ? {} : { score: first.score }),
    rejected: records.length > 1,
    rightAfter: isRight(returnedAttempt(records)),
    steps: steps[0] ?? 0,
    stepsRedone: steps.slice(1).reduce((sum, count) => sum + count, 0),
  };
}
