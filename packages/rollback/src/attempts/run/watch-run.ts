import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";

import type { RollbackProblem } from "../../history/attempt-record.ts";
import { readJournal } from "../../history/journal.ts";
import type { WatchRecord } from "../../history/watch-record.ts";
import { isNewInput } from "../../langgraph/is-new-input.ts";
import { unlessAborted } from "../../langgraph/on-abort.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import { readAttempt } from "../../reading/read-trajectory.ts";
import { patiently } from "../../recording/patiently.ts";
import { learningPlace } from "../../setup/learning-place.ts";
import { learntFor } from "../../setup/open-runs.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { DEFAULT_WAIT } from "../../setup/watch-options.ts";
import { outermost, type RecordedTrajectory } from "../../steps/recorded-trajectory.ts";
import { judge } from "../../verifiers/judge.ts";
import { AttemptWatch } from "../../watching/attempt-watch.ts";
import {
  type DueCheck,
  type EarlyVerdict,
  PrefixWatch,
  type WatchPlan,
} from "../../watching/prefix-watch.ts";
import { mayBeStopped } from "../../watching/why-not.ts";
import { watchedAlarm } from "../../watching/watched-alarm.ts";
import { outputOf } from "../attempt/attempt-end.ts";
import { readsOf } from "../attempt/attempt-reads.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { runForVerifier } from "../attempt/run-for-verifier.ts";
import { stampOf } from "./run-graph.ts";

/** @internal The result of an attempt, and what was seen of it while it ran. */
export interface Watched<T> {
  readonly ran: T;
  readonly watch?: WatchRecord;
  /** The check after its last step, if that failed and counts. */
  readonly last?: EarlyVerdict;
  readonly problems: readonly RollbackProblem[];
}

/** @internal Runs an attempt, watches it while it runs, and stops it early if an alarm is raised or a check fails. */
export async function* watching<T>(
  context: RollbackContext,
  attempt: Attempt,
  run: (attempt: Attempt, heard: readonly BaseCallbackHandler[]) => AsyncGenerator<unknown, T>,
): AsyncGenerator<unknown, Watched<T>> {
  const { options, saver } = context;
  const isScored = options.watch !== undefined && attempt.number === 1;
  // A settled attempt runs nothing.
  if ((!isScored && options.checks.size === 0) || attempt.start.kind === "settled")
    return { ran: yield* run(attempt, []), problems: [] };
  const unread = isScored ? await options.watch?.refresh() : undefined;
  const over = new AbortController();
  const prefix = new PrefixWatch(await planOf(context, attempt), over.signal);
  const waitMs = options.watch?.waitMs ?? DEFAULT_WAIT;
  const watch = new AttemptWatch(prefix, { waitMs, judge: judgeOf(context, attempt, prefix) });
  const unwatch = saver.watch(attempt.threadId, stampOf(attempt), {
    superstepEnded: (head) => watch.superstepEnded(head),
  });
  const { signal: own } = attempt.config;
  const signal = own === undefined ? watch.signal : AbortSignal.any([own, watch.signal]);
  let ran: T;
  let last: EarlyVerdict | undefined;
  try {
    ran = yield* run({ ...attempt, config: { ...attempt.config, signal } }, [watch.listener]);
    if (!watch.signal.aborted) last = await unlessAborted(watch.ended(options.checks.size > 0), own);
  } finally {
    watch.close();
    unwatch();
    over.abort();
  }
  const problems = [...(unread === undefined ? [] : [unread]), ...prefix.problems];
  return { ran, watch: prefix.record, ...(last === undefined ? {} : { last }), problems };
}

async function planOf(context: RollbackContext, attempt: Attempt): Promise<WatchPlan> {
  const { maxRollbacks, mode, watch } = context.options;
  const { run, number } = attempt;
  const { earlier, isLetGo } = await seenBefore(context, attempt);
  return {
    attempt: number,
    ...mayBeStopped({ run, attempt: number, mode, maxRollbacks, watch, isLetGo }),
    earlier,
    alarm: async (so) => {
      if (watch === undefined || attempt.number > 1) return undefined;
      const { group } = (await learntFor(learningPlace(context), attempt)).learnt;
      return watchedAlarm(watch, group?.({ id: attempt.run, ...so }));
    },
  };
}

/** Observations of the attempt by an earlier call or process, and whether it was let go on then. */
async function seenBefore(
  { saver }: RollbackContext,
  { call, letGoOn, number, run, start, threadId }: Attempt,
): Promise<{ readonly earlier?: WatchRecord | undefined; readonly isLetGo: boolean }> {
  if (letGoOn !== undefined) return { earlier: letGoOn, isLetGo: true };
  if (start.kind === "call" && isNewInput(call)) return { isLetGo: false };
  const isOwn = (entry: { readonly run: string; readonly attempt: number }): boolean =>
    entry.run === run && entry.attempt === number;
  try {
    const { pauses, problems } = await patiently(() => readJournal(saver, threadId));
    return {
      earlier: pauses.findLast(isOwn)?.watch,
      isLetGo: problems.some((entry) => isOwn(entry) && entry.problem.code === "STOP_REFUSED"),
    };
  } catch {
    // Whether it was let go on cannot be known.
    return { isLetGo: true };
  }
}

function judgeOf(
  context: RollbackContext,
  attempt: Attempt,
  prefix: PrefixWatch,
): ConstructorParameters<typeof AttemptWatch>[1]["judge"] {
  let known: RecordedTrajectory | undefined;
  return async (head, stored) => {
    try {
      const trajectory = await stepsUpTo(context, attempt, { head, stored, known });
      if (trajectory === undefined) return [];
      known = trajectory;
      return await prefix.judge(trajectory, async () => {
        const due = dueChecks(context, attempt, trajectory, head);
        return due.length > 0 && (await stored) ? due : [];
      });
    } catch {
      // The checkpointer does not give the steps: they are judged with the next ones.
      return [];
    }
  };
}

/** The steps up to a checkpoint. Before it is stored they are known only if this process has run all of them; `undefined` where it is never stored. */
async function stepsUpTo(
  { graph, saver }: RollbackContext,
  { threadId }: Attempt,
  {
    head,
    known,
    stored,
  }: {
    readonly head: string;
    readonly known: RecordedTrajectory | undefined;
    readonly stored: Promise<boolean>;
  },
): Promise<RecordedTrajectory | undefined> {
  if (saver.recordedSuperstep(threadId, "", head) !== undefined)
    try {
      return await readAttempt({ graph, saver }, threadId, head, known);
    } catch {
      // Another process has run its beginning.
    }
  return (await stored) ? readAttempt({ graph, saver }, threadId, head, known) : undefined;
}

/** The nodes of the superstep that has just ended which are to be checked. */
function dueChecks(
  context: RollbackContext,
  attempt: Attempt,
  trajectory: RecordedTrajectory,
  head: string,
): readonly DueCheck[] {
  const { checks } = context.options;
  const ran = trajectory.steps.filter((step) => outermost(step).after === head);
  return [...checks].flatMap(([node, { to, verify }]) => {
    const own = ran.filter((step) => outermost(step).node === node).map(({ index }) => index);
    const [from, step] = [own[0], own.at(-1)];
    if (from === undefined || step === undefined) return [];
    return [
      { node, from, step, to, outcome: async () => judge(verify, await runAt(context, attempt, head)) },
    ];
  });
}

/** The run so far, as a verifier sees it: its output is the state after the superstep. */
async function runAt(context: RollbackContext, attempt: Attempt, head: string) {
  const { values } = await patiently(() => context.graph.getState(checkpointConfig(attempt.threadId, head)));
  const end = { kind: "returned" as const, head, output: outputOf(context.graph, values) };
  const reads = readsOf(context, attempt.threadId, head);
  return runForVerifier(context, { kind: "ended", attempt, end, reads }, end);
}
