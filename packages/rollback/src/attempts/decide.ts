import { attribute } from "@langgraph-rollback/attribution";

import type { Attempt, EndedAttempt } from "./attempt.ts";
import { attributeAnyway, attributing } from "../planning/attribute-anyway.ts";
import { readsOf, type AttemptReads } from "./attempt-reads.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readJournal, recordsOfRun } from "../history/journal.ts";
import { keepsResults } from "../setup/keeps-results.ts";
import { giveUpOver } from "../history/give-up.ts";
import { patiently } from "../recording/patiently.ts";
import { placeNote, type PlacedNote } from "../replanning/place-note.ts";
import { once } from "./once.ts";
import { planRewindOf } from "../rewinding/plan-rewind.ts";
import { graphInside, stateAt } from "../reading/read-step.ts";
import { readAttempt } from "../reading/read-trajectory.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { checkedNote, type PreviousAttempt, type ReplanNote } from "../replanning/replan-note.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { AttemptOutcome } from "../verifying/verifier.ts";
import { warnOfLostTypes } from "./warn-of-lost-types.ts";
import { withOutcome } from "../verifying/with-outcome.ts";
import type { RewindPlan } from "../rewinding/rewind-point.ts";

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
  const reads = readsOf(context, attempt, end.head);
  const trajectory = withOutcome(await reads.trajectory(), outcome);
  const said = outcome.reason === undefined ? "" : ` (${outcome.reason})`;
  if (trajectory.steps.length === 0)
    return { decision: "give-up", reason: `The run failed before any step was executed${said}.` };
  const rollbacks = attempt.number - 1;
  if (rollbacks >= context.options.maxRollbacks) return exhausted(context, attempt, trajectory, said);
  const alpha = rollbacks === 0 ? context.options.alpha : 0;
  const { attribution, problem } = await attributeAnyway(
    trajectory,
    attributing(context.options, alpha, attempt.config.signal),
  );
  const { graph, saver, options } = context;
  const planning = {
    graph,
    saver,
    read: reads.checkpoint,
    noteChannel: options.noteChannel,
    keep: keepsResults(context),
  };
  const { start } = attribution.set.range;
  const rewind = await patiently(() => planRewindOf(planning, trajectory, start));
  const told = await options.replan({
    trajectory,
    attribution,
    rewind,
    outcome,
    attempt: attempt.number,
    previous: await patiently(() => previousAttempts(context, attempt)),
  });
  const note = checkedNote(told);
  const kept = await patiently(() => reads.checkpoint(rewind.checkpoint));
  warnOfLostTypes(context, end.output, kept.checkpoint);
  const placed = note === undefined ? undefined : await placedNote(context, reads, rewind, note);
  const unscored = problem === undefined ? "" : `the scorer failed, too (${problem.code}); `;
  const strategy = rollbacks === 0 && attribution.status === "bounded" ? "set" : "restart";
  return {
    decision: "roll-back",
    reason: `Attempt ${attempt.number} failed${said}; ${unscored}rewound to before step ${rewind.step + 1} of ${trajectory.steps.length}.`,
    attribution,
    rewind: { ...rewind, strategy, fork: newForkId() },
    ...(placed === undefined ? {} : { note: placed.text, updates: placed.updates }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** A note as updates of the graph that goes on: the outermost one, or a subgraph of it. */
async function placedNote(
  context: RollbackContext,
  reads: AttemptReads,
  { into = [], checkpoint }: RewindPlan,
  note: ReplanNote,
): Promise<PlacedNote> {
  const { graph, saver, options } = context;
  const innermost = into.at(-1);
  const inner = graphInside(graph, into) ?? graph;
  const tuple = await patiently(() =>
    reads.checkpoint(innermost?.checkpoint ?? checkpoint, innermost?.namespace),
  );
  const current = await patiently(() => stateAt(inner, saver, tuple));
  return placeNote(inner, note, { channel: options.noteChannel, id: options.ids(), current });
}

async function previousAttempts(
  context: RollbackContext,
  attempt: Attempt,
): Promise<readonly PreviousAttempt[]> {
  const { records } = await readJournal(context.saver, attempt.threadId);
  const earlier = recordsOfRun(records, attempt.run).filter(({ attempt: number }) => number < attempt.number);
  return earlier.map((record) => ({
    record,
    trajectory: once(() => patiently(() => readAttempt(context, attempt.threadId, record.head))),
  }));
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
    const { options } = context;
    const attribution = await attribute(
      trajectory,
      attributing(options, options.alpha, attempt.config.signal),
    );
    return { decision: "give-up", reason, attribution };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { ...giveUpOver(error), reason };
  }
}
