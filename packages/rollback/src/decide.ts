import { attribute, type Attribution } from "@langgraph-rollback/attribution";

import type { Attempt, EndedAttempt } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { readRecords, recordsOfRun } from "./journal.ts";
import { giveUpOver } from "./give-up.ts";
import { placeNote, type PlacedNote } from "./note-updates.ts";
import { planRewind, type RewindPlan } from "./plan-rewind.ts";
import { graphInside, stateAt } from "./read-step.ts";
import { readTrajectory } from "./read-trajectory.ts";
import type { RecordedTrajectory } from "./recorded-trajectory.ts";
import { newForkId } from "./fork-id.ts";
import type { PreviousAttempt, ReplanNote } from "./replan-note.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { checkpointConfig, checkpointTuple } from "./thread.ts";
import type { AttemptOutcome } from "./verifier.ts";
import { withOutcome } from "./with-outcome.ts";

/** @internal What a decision adds to the record of an attempt. */
export type Decision = Omit<AttemptRecord, "version" | "run" | "attempt" | "at" | "head" | "outcome">;

/**
 * @internal Attributes a failed attempt and plans the rollback, or gives up. Writes nothing.
 *
 * The first rollback goes to the prediction set's first step, later ones to the start: the runs that are left by then
 * are those that the set missed, or that failed anew.
 */
export async function decide(
  context: RollbackContext,
  attempt: Attempt,
  end: EndedAttempt,
  outcome: AttemptOutcome,
): Promise<Decision> {
  const trajectory = withOutcome(await trajectoryOf(context, attempt, end), outcome);
  const said = outcome.reason === undefined ? "" : ` (${outcome.reason})`;
  if (trajectory.steps.length === 0)
    return { decision: "give-up", reason: `The run failed before any step was executed${said}.` };
  const rollbacks = attempt.number - 1;
  if (rollbacks >= context.options.maxRollbacks) return exhausted(context, attempt, trajectory, said);
  const attribution = await attributeAttempt(
    context,
    attempt,
    trajectory,
    rollbacks === 0 ? context.options.alpha : 0,
  );
  const { noteChannel } = context.options;
  const rewind = await planRewind(context.graph, trajectory, attribution.set.range.start, { noteChannel });
  const note = await context.options.replan({
    trajectory,
    attribution,
    rewind,
    outcome,
    attempt: attempt.number,
    previous: await previousAttempts(context, attempt),
  });
  const placed = note === undefined ? undefined : await placedNote(context, attempt.threadId, rewind, note);
  const strategy = rollbacks === 0 && attribution.status === "bounded" ? "set" : "restart";
  return {
    decision: "roll-back",
    reason: `Attempt ${attempt.number} failed${said}; rewound to before step ${rewind.step + 1} of ${trajectory.steps.length}.`,
    attribution,
    rewind: { ...rewind, strategy, fork: newForkId() },
    ...(placed === undefined ? {} : { note: placed.text, updates: placed.updates }),
  };
}

/** A note as updates of the graph that goes on: the outermost one, or a subgraph of it. */
async function placedNote(
  context: RollbackContext,
  threadId: string,
  rewind: RewindPlan,
  note: ReplanNote,
): Promise<PlacedNote> {
  const { graph, saver, options } = context;
  const { into = [], checkpoint } = rewind;
  const innermost = into.at(-1);
  const inner = graphInside(graph, into) ?? graph;
  const tuple = await checkpointTuple(
    saver,
    threadId,
    innermost?.checkpoint ?? checkpoint,
    innermost?.namespace,
  );
  const current = await stateAt(inner, saver, tuple);
  return placeNote(inner, note, { channel: options.noteChannel, id: options.ids(), current });
}

async function previousAttempts(
  context: RollbackContext,
  attempt: Attempt,
): Promise<readonly PreviousAttempt[]> {
  const records = await readRecords(context.saver, attempt.threadId);
  const earlier = recordsOfRun(records, attempt.run).filter(({ attempt: number }) => number < attempt.number);
  return Promise.all(
    earlier.map(async (record) => ({
      record,
      trajectory: await readTrajectory(context.graph, checkpointConfig(attempt.threadId, record.head)),
    })),
  );
}

/** No rollback is left: the last attempt's attribution is kept, as the best knowledge of what is wrong. */
async function exhausted(
  context: RollbackContext,
  attempt: Attempt,
  trajectory: RecordedTrajectory,
  said: string,
): Promise<Decision> {
  const reason = `Attempt ${attempt.number} failed${said} and no rollback is left.`;
  try {
    const attribution = await attributeAttempt(context, attempt, trajectory, context.options.alpha);
    return { decision: "give-up", reason, attribution };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { ...giveUpOver(error), reason };
  }
}

async function attributeAttempt(
  context: RollbackContext,
  attempt: Attempt,
  trajectory: RecordedTrajectory,
  alpha: number,
): Promise<Attribution> {
  const { scorer, calibration, fallback } = context.options;
  const { signal } = attempt.config;
  return attribute(trajectory, {
    scorer,
    alpha,
    ...(calibration === undefined ? {} : { calibration }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** @internal The steps of an attempt, on its own branch. */
export function trajectoryOf(
  context: RollbackContext,
  attempt: Attempt,
  end: EndedAttempt,
): Promise<RecordedTrajectory> {
  return readTrajectory(context.graph, checkpointConfig(attempt.threadId, end.head));
}
