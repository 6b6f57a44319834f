import { attribute, type Attribution } from "@langgraph-rollback/attribution";

import type { Attempt, AttemptEnd } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { describeError, judge } from "./judge.ts";
import { readRecords } from "./journal.ts";
import { placeNote } from "./note-updates.ts";
import { planRewind } from "./plan-rewind.ts";
import { readTrajectory } from "./read-trajectory.ts";
import type { RecordedTrajectory } from "./recorded-trajectory.ts";
import { newForkId } from "./rewind.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { checkpointConfig } from "./thread.ts";
import type { AttemptOutcome } from "./verifier.ts";

type Ended = Extract<AttemptEnd, { status: "ended" }>;
type Decision = Omit<AttemptRecord, "version" | "run" | "attempt" | "at" | "head" | "outcome">;

/**
 * @internal Verifies an attempt and, if it failed, attributes the failure and plans the rollback. Writes nothing.
 *
 * A failure of the machinery (verifier, scorer, replanner, store) never throws: the decision is then to leave the
 * run's own result as it is, with the problem beside it. Only an abort is thrown.
 */
export async function concludeAttempt(context: RollbackContext, attempt: Attempt, end: Ended): Promise<AttemptRecord> {
  const common = { version: 1 as const, run: attempt.run, attempt: attempt.number, head: end.head };
  const at = (): string => new Date(context.options.clock()).toISOString();
  let outcome: AttemptOutcome | undefined;
  try {
    outcome = await verifyAttempt(context, attempt, end);
    const decision = outcome.ok
      ? { decision: "accept" as const, reason: `Attempt ${attempt.number} passed the verifier.` }
      : await decide(context, attempt, end, outcome);
    return { ...common, at: at(), outcome, ...decision };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { ...common, at: at(), ...(outcome === undefined ? {} : { outcome }), ...giveUpOver(error) };
  }
}

/** @internal The decision when the machinery itself failed. */
export function giveUpOver(error: unknown): Pick<AttemptRecord, "decision" | "reason" | "problem"> {
  const { name, message } = describeError(error);
  const known: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  const code = typeof known === "string" ? known : "UNEXPECTED";
  return {
    decision: "give-up",
    reason: `The run's result was left as it is, because the rollback itself failed (${code}).`,
    problem: { code, name, message },
  };
}

async function verifyAttempt(context: RollbackContext, attempt: Attempt, end: Ended): Promise<AttemptOutcome> {
  const { signal } = attempt.config;
  let trajectory: Promise<RecordedTrajectory> | undefined;
  return judge(context.options.verify, {
    input: attempt.input,
    inputs: attempt.input,
    output: end.error === undefined ? end.output : undefined,
    outputs: end.error === undefined ? end.output : undefined,
    ...(end.error === undefined ? {} : { error: end.error }),
    threadId: attempt.threadId,
    attempt: attempt.number,
    trajectory: () => (trajectory ??= trajectoryOf(context, attempt, end)),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function decide(
  context: RollbackContext,
  attempt: Attempt,
  end: Ended,
  outcome: AttemptOutcome,
): Promise<Decision> {
  const trajectory = await trajectoryOf(context, attempt, end);
  const said = outcome.reason === undefined ? "" : ` (${outcome.reason})`;
  if (trajectory.steps.length === 0)
    return { decision: "give-up", reason: `The run failed before any step was executed${said}.` };
  const rollbacks = attempt.number - 1;
  if (rollbacks >= context.options.maxRollbacks) return exhausted(context, attempt, trajectory, said);
  const attribution = await attributeAttempt(context, attempt, trajectory, rollbacks === 0 ? context.options.alpha : 0);
  const rewind = planRewind(trajectory, attribution.set.range.start);
  const previous = await readRecords(context.saver, attempt.threadId);
  const note = await context.options.replan({
    trajectory,
    attribution,
    rewind,
    outcome,
    attempt: attempt.number,
    previous: previous.filter(({ run, attempt: earlier }) => run === attempt.run && earlier < attempt.number),
  });
  const current = trajectory.steps[rewind.step]?.state ?? {};
  const placed =
    note === undefined
      ? undefined
      : placeNote(context.graph, note, { channel: context.options.noteChannel, id: context.options.ids(), current });
  const strategy = rollbacks === 0 && attribution.status === "bounded" ? "set" : "restart";
  return {
    decision: "roll-back",
    reason: `Attempt ${attempt.number} failed${said}; rewound to before step ${rewind.step + 1} of ${trajectory.steps.length}.`,
    attribution,
    rewind: { ...rewind, strategy, fork: newForkId() },
    ...(placed === undefined ? {} : { note: placed.text, updates: placed.updates }),
  };
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
  const { scorer, calibration } = context.options;
  const { signal } = attempt.config;
  return attribute(trajectory, {
    scorer,
    alpha,
    ...(calibration === undefined ? {} : { calibration }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function trajectoryOf(context: RollbackContext, attempt: Attempt, end: Ended): Promise<RecordedTrajectory> {
  return readTrajectory(context.graph, checkpointConfig(attempt.threadId, end.head));
}
