import { isCommand } from "@langchain/langgraph";

import { stampedAttempt } from "./attempt-stamp.ts";
import type { Attempt, AttemptEnd } from "./attempt.ts";
import type { RunConfig, StateView } from "./compiled-graph.ts";
import { DurabilityError } from "./errors/durability-error.ts";
import { ownConfigurable } from "./isolate.ts";
import { readRecords, recordsOfRun } from "./journal.ts";
import { lineageOf, turnInput } from "./lineage.ts";
import { attemptFromFork } from "./roll-back.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { endOf, headState } from "./run-attempt.ts";
import { checkpointIdOf } from "./thread.ts";

/** @internal Where a call starts: the attempt to execute, and its end if it has one already. */
export interface OpenedAttempt {
  readonly attempt: Attempt;
  readonly end?: AttemptEnd;
}

/**
 * @internal Turns a call of the wrapped graph into an attempt.
 *
 * New input starts a run. `null` or a Command goes on with the run that the thread is in, also in another process:
 * in the same attempt and with the same budget; a decision that was taken but not carried out is carried out.
 *
 * @throws {DurabilityError} if the call would keep no checkpoints
 */
export async function openAttempt(
  context: RollbackContext,
  input: unknown,
  config: RunConfig,
): Promise<OpenedAttempt> {
  const own = runConfig(config, context.graph.config);
  const threadId = threadOf(own) ?? context.options.ids();
  const fresh = { run: context.options.ids(), number: 1, threadId, input, call: input, config: own };
  const goesOn = input === null || input === undefined || isCommand(input);
  if (!goesOn || checkpointIdOf(own) !== undefined) return { attempt: fresh };
  const state = await headState(context.graph, threadId);
  const stamp = stampedAttempt(state?.metadata);
  if (state === undefined || stamp === undefined) return { attempt: fresh };
  const started = turnInput(await lineageOf(context.saver, threadId, checkpointIdOf(state.config)));
  const current: Attempt = { ...fresh, run: stamp.run, number: stamp.attempt, input: started };
  const records = recordsOfRun(await readRecords(context.saver, threadId), stamp.run);
  const record = records.find(({ attempt }) => attempt === stamp.attempt);
  if (record?.rewind !== undefined) return { attempt: await attemptFromFork(context, current, record) };
  if (record !== undefined)
    return { attempt: state.next.length === 0 ? { ...current, settled: true } : fresh };
  return resumed(context, current, state, isCommand(input));
}

/** An attempt without a verdict: paused, cut off in the middle, or ended just before its verdict was kept. */
function resumed(
  context: RollbackContext,
  attempt: Attempt,
  state: StateView,
  byCommand: boolean,
): OpenedAttempt {
  const failed = state.tasks.find(({ error }) => error !== undefined);
  if (byCommand || failed === undefined) return { attempt };
  return { attempt, end: endOf(context.graph, state, { error: failed.error }) };
}

function threadOf(config: RunConfig): string | undefined {
  const id: unknown = config.configurable?.["thread_id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** A call's config with what `withConfig` bound before, as far as the driver looks at it; the graph knows the rest. */
function runConfig(config: RunConfig, bound: RunConfig = {}): RunConfig {
  const streamMode = config.streamMode ?? bound.streamMode;
  const durability = config.durability ?? bound.durability;
  const checkpointDuring = config.checkpointDuring ?? bound.checkpointDuring;
  if (durability === "exit") throw new DurabilityError('durability: "exit"');
  if (checkpointDuring === false) throw new DurabilityError("checkpointDuring: false");
  return {
    ...config,
    ...(streamMode === undefined ? {} : { streamMode }),
    ...(checkpointDuring === undefined ? { durability: durability ?? "sync" } : {}),
    configurable: ownConfigurable({ ...bound.configurable, ...config.configurable }),
  };
}
