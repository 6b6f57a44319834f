import { nanoid } from "nanoid";

import { describeError } from "../errors/describe-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readHistory } from "../history/history.ts";
import type { CompiledGraph } from "../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { RollbackOptions } from "../setup/rollback-options.ts";
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

/** A task that tells nothing. */
export interface LeftOutTask {
  readonly task: string;
  /** It waits for a human, nobody knows what is true of it, or the verifier has failed. */
  readonly why: "paused" | "truth-failed" | "unjudged";
  readonly detail: string;
}

/** Known facts about an attempt that the verifier judged. */
export interface SeenAttempt {
  readonly right: boolean;
  readonly steps: number;
}

/** The attempts of a task that ended, with what is true of each that was judged. An attempt that threw was not: it is wrong. */
export interface JudgedAttempts {
  readonly records: readonly AttemptRecord[];
  readonly seen: ReadonlyMap<number, SeenAttempt>;
}

/**
 * Runs the graph with rollback on one task.
 *
 * @param isEnough accepts an attempt whatever the verifier says of it, so that the run ends; default never
 */
export async function judgedAttempts(
  graph: CompiledGraph,
  task: PilotingTask<unknown>,
  given: PilotOptions,
  isEnough: (attempt: number, right: boolean) => boolean = () => false,
): Promise<JudgedAttempts | LeftOutTask> {
  // Called below as a method, in case it is one.
  const { truth: _truth, ...options } = { ...given, truth: undefined };
  const config = checkpointConfig((options.ids ?? nanoid)());
  const seen = new Map<number, SeenAttempt>();
  let unknown: unknown;
  const verifier = verifierOf(options);
  const verify = Object.assign(async (run: VerifierRun): Promise<Verdict> => {
    try {
      const { ok: right } = parseVerdict(await given.truth(run, task));
      seen.set(run.attempt, { right, steps: (await run.trajectory()).steps.length });
    } catch (error) {
      unknown ??= error;
    }
    const verdict = await verifier(run);
    const right = seen.get(run.attempt)?.right === true;
    return isEnough(run.attempt, right) ? { ...parseVerdict(verdict), ok: true } : verdict;
  }, signatureOf(verifier));
  const guarded = withRollback(graph, { ...options, verify });
  try {
    for await (const _ of guarded._streamIterator(task.input, { ...config, streamMode: ["values"] }));
  } catch {
    // An exception of the graph is an outcome like others: the history tells of it.
  }
  const leftOut = (why: LeftOutTask["why"], detail: string) => ({ task: task.id, why, detail });
  if (unknown !== undefined) return leftOut("truth-failed", describeError(unknown).message);
  const [history] = await readHistory(guarded, config);
  if (history === undefined || history.status === "unjudged")
    return leftOut("unjudged", history?.reason ?? "Nothing was recorded.");
  if (history.status === "interrupted") return leftOut("paused", history.reason);
  return { records: history.attempts, seen };
}
