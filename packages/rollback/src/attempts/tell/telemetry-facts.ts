import type { AttemptRecord } from "../../history/attempt-record.ts";
import { readJournal, recordsOfRun } from "../../history/journal.ts";
import { isNewInput } from "../../langgraph/is-new-input.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import { readTrajectory } from "../../reading/read-trajectory.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import {
  orNoTelemetry,
  type EffectFacts,
  type JudgedFacts,
  type OpenedFacts,
  type RestingFacts,
  type Telemetry,
} from "../../setup/telemetry.ts";
import type { RecordedStep, RecordedTrajectory } from "../../steps/recorded-trajectory.ts";
import { traceOf } from "../../steps/run-name.ts";
import type { CallConfig } from "../../streams/call-config.ts";
import { effectsOf } from "../attempt/attempt-effects.ts";
import { readsOf } from "../attempt/attempt-reads.ts";
import type { Attempt, EndedAttempt } from "../attempt/attempt.ts";

/** @internal A context whose call telemetry hears of. */
export function toldContext(
  context: RollbackContext,
  telemetry: Telemetry,
  config: CallConfig = {},
): RollbackContext {
  const { graph, options, saver } = context;
  const parent = traceOf(config);
  const call = orNoTelemetry(() =>
    telemetry.call({
      graph: graph.getName(),
      clock: options.clock,
      saver,
      ...(parent === undefined ? {} : { parent }),
    }),
  );
  // Those of other calls are of other contexts.
  return { ...context, saver, ...(call === undefined ? {} : { telemetry: call }) };
}

/** @internal An attempt that runs, or runs on, for telemetry. */
export function openedFacts({ saver }: RollbackContext, attempt: Attempt): OpenedFacts {
  const { call, number, run, start, threadId } = attempt;
  return {
    threadId,
    run,
    attempt: number,
    isResumed: !(isNewInput(call) && start.kind === "call"),
    before: async () =>
      number === 1
        ? undefined
        : recordsOfRun((await readJournal(saver, threadId)).records, run).find(
            (record) => record.attempt === number - 1,
          ),
  };
}

/** @internal An attempt that waits at a checkpoint, for telemetry. */
export function restingFacts(context: RollbackContext, attempt: Attempt, head: string): RestingFacts {
  const { trajectory } = readsOf(context, attempt.threadId, head);
  return { ...openedFacts(context, attempt), steps: async () => timed(context, await trajectory()) };
}

/** @internal An attempt that was decided, for telemetry. */
export function judgedFacts(
  context: RollbackContext,
  { attempt, reads }: EndedAttempt,
  record: AttemptRecord,
): JudgedFacts {
  return {
    ...openedFacts(context, attempt),
    record,
    steps: async () => timed(context, await reads.trajectory()),
    effects: () => effectsIn(context, attempt),
  };
}

async function effectsIn(context: RollbackContext, attempt: Attempt): Promise<readonly EffectFacts[]> {
  const effects = await effectsOf(context, attempt);
  return (effects?.all ?? [])
    .filter(({ intent, outcome }) => intent.attempt === attempt.number && outcome === "done")
    .map(({ intent: { class: kindOf, id, kind, name }, release }) => ({
      id,
      kind,
      name,
      class: kindOf,
      standing: kindOf === "held" && release === undefined ? "held" : "done",
    }));
}

/** The steps with their times. When steps of another process ran is not in this one's record; the checkpointer has it. */
async function timed(
  { saver }: RollbackContext,
  { head, steps, threadId }: RecordedTrajectory,
): Promise<readonly RecordedStep[]> {
  if (steps.every(({ endedAt, error }) => endedAt !== undefined || error !== undefined)) return steps;
  const stored = await readTrajectory(saver.inner, checkpointConfig(threadId, head));
  const times = new Map(
    stored.steps.map(({ endedAt, origin, startedAt }) => [origin.taskId, { endedAt, startedAt }]),
  );
  return steps.map((step) => {
    const { endedAt, startedAt } = times.get(step.origin.taskId) ?? {};
    return { ...(startedAt && { startedAt }), ...(endedAt && { endedAt }), ...step };
  });
}
