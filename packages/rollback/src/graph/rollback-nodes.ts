import type { LangGraphRunnableConfig } from "@langchain/langgraph";

import {
  endedEvents,
  problemEvents,
  rolledBackEvents,
  startedEvent,
} from "../attempts/tell/attempt-events.ts";
import type { EndedAttempt } from "../attempts/attempt/attempt.ts";
import { keepProblems } from "../attempts/attempt/keep-problems.ts";
import { observedRecord } from "../attempts/decide/observed-record.ts";
import { openAnyway } from "../attempts/open/open-attempt.ts";
import { threadCall } from "../attempts/attempt/thread-call.ts";
import { asksFirst, decided, mayAsk } from "../attempts/decide/ask-human.ts";
import { withChangesOfOthers } from "../attempts/decide/changes-of-others.ts";
import { planAfter } from "./plan-after.ts";
import { letGoOnIn, refusedIn } from "./going-on.ts";
import { after, endUpdate, over, report } from "./report-run.ts";
import { run } from "./run-node.ts";
import { tell, tellNotice } from "./tell-run.ts";
import { toldRuns, type GraphNode } from "./told-runs.ts";
import { failedAttempt } from "../attempts/decide/failed-attempt.ts";
import { orGiveUp, planningOf, recordedPlan, type RollbackPlan } from "../attempts/decide/plan-rollback.ts";
import { recordOfPlan } from "../attempts/decide/record-of.ts";
import { rollBack } from "../attempts/back/roll-back.ts";
import { judgedFacts } from "../attempts/tell/telemetry-facts.ts";
import { undoneSteps } from "../attempts/tell/undone-steps.ts";
import { verifyAttempt, type Failed } from "../attempts/decide/verify-attempt.ts";
import { parseAnswer } from "../approving/rollback-answer.ts";
import { questionOf } from "../approving/rollback-question.ts";
import { refuseInReplay } from "../effects/intercepting/in-replay.ts";
import { askAround } from "../langgraph/caller.ts";
import { onThreadAndFiles } from "./on-thread-and-files.ts";
import { attributeFailure } from "../planning/attribute-failure.ts";
import { planScored, planUnscored } from "../planning/plan-failure.ts";
import { alphaOf } from "../planning/failure.ts";
import { learningPlace } from "../setup/learning-place.ts";
import { learntFor } from "../setup/open-runs.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { tellTelemetry } from "../setup/telemetry.ts";
import {
  attemptIn,
  endedIn,
  innerConfig,
  startingWith,
  type RollbackGraphState,
  type RollbackGraphUpdate,
} from "./rollback-state.ts";

type NodeName = "begin" | "run" | "verify" | "attribute" | "plan" | "approve" | "rollBack" | "report";

/** @internal The nodes of `rollbackGraph`: what `drive` does between two attempts, each by itself. */
export function rollbackNodes(context: RollbackContext): Readonly<Record<NodeName, GraphNode>> {
  const told = toldRuns(context);
  return {
    begin: told(begin, true),
    run: told(run),
    verify: told(verify),
    attribute: told(attributeIn),
    plan: told(plan),
    approve: told(approveIn),
    rollBack: told(rollBackTo),
    report: told(report),
  };
}

async function begin(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  refuseInReplay(context.graph);
  const threadId = state.threadId ?? context.options.ids();
  const call = threadCall(context, innerConfig(config, threadId));
  const { attempt, end, problem } = await onThreadAndFiles(context, call.threadId, config.signal, (lease) =>
    openAnyway(context, state.input, call, lease),
  );
  const { problems: unusable } = await learntFor(learningPlace(context), attempt);
  const problems = [...(problem === undefined ? [] : [problem]), ...unusable];
  await keepProblems(context, attempt, problems);
  await tell(context, attempt, [startedEvent(attempt), ...problemEvents(attempt, problems)], config);
  return {
    ...startingWith(attempt),
    threadId,
    output: undefined,
    error: undefined,
    status: "running",
    reason: "",
    attempts: [],
    // A process may have died between the end of an attempt and its verdict.
    ...(end === undefined || end.kind === "paused" || end.kind === "refused" ? {} : endUpdate(end)),
  };
}

async function verify(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  const ended = endedIn(context, state, config);
  const verified = await verifyAttempt(context, ended);
  if (verified.kind !== "failed") return { verified };
  const { attempt } = ended;
  const failed = await orGiveUp(attempt, () => failedAttempt(context, ended, verified));
  const settled = async (planned: RollbackPlan): Promise<RollbackGraphUpdate> =>
    (await withoutRollback(context, ended, { verified, planned }, config)) ?? { verified, planned };
  if (failed.kind === "give-up") return settled(failed);
  const given = planUnscored(planningOf(context, failed));
  if (given !== undefined) return settled(recordedPlan(context, failed, given));
  const { trajectory, budget } = failed;
  const { learnt } = await learntFor(learningPlace(context), attempt);
  return { verified, trajectory, alpha: alphaOf(budget, learnt.alpha) };
}

async function attributeIn(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  const { trajectory, alpha } = state;
  if (trajectory === undefined) return {};
  const { learnt } = await learntFor(learningPlace(context), attemptIn(state, config));
  const { attribution, problem } = await attributeFailure(
    learnt,
    trajectory,
    alpha ?? learnt.alpha,
    config.signal,
  );
  return { attribution, problem };
}

async function plan(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  const { verified, trajectory, attribution, problem } = state;
  if (verified?.kind !== "failed" || trajectory === undefined || attribution === undefined) return {};
  const ended = endedIn(context, state, config);
  const planned = await orGiveUp(ended.attempt, async () => {
    const failed = await failedAttempt(context, ended, verified, trajectory);
    const found = await planScored(planningOf(context, failed), { attribution, problem });
    return recordedPlan(context, failed, found);
  });
  return (
    (await withoutRollback(context, ended, { verified, planned }, config)) ?? {
      planned: unlessObserving(context, ended, verified, planned),
    }
  );
}

/** The attempt as it continues where it was ended before its end and this plan does not rewind it; `undefined` where it does not continue. */
async function withoutRollback(
  context: RollbackContext,
  ended: EndedAttempt,
  { verified, planned }: { readonly verified: Failed; readonly planned: RollbackPlan },
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate | undefined> {
  const refused = await refusedIn(context, ended, recordOfPlan(ended, verified, planned), config);
  if (refused !== undefined) return refused;
  const observed = unlessObserving(context, ended, verified, planned);
  return letGoOnIn(context, ended, recordOfPlan(ended, verified, observed), config);
}

/**
 * A plan, which is given up where the run is only observed. Each node that would act on it asks: an earlier process may have left the graph
 * between two of them, and its runs may not have been observed.
 */
function unlessObserving(
  { options }: RollbackContext,
  ended: EndedAttempt,
  verified: Failed,
  planned: RollbackPlan,
): RollbackPlan {
  if (options.mode !== "observe" || planned.kind === "give-up") return planned;
  return planAfter(planned, observedRecord(recordOfPlan(ended, verified, planned)));
}

/** Asks a human about the plan to roll back, if the options require it, and returns the plan after the answer. */
async function approveIn(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  const { verified, planned } = state;
  if (verified?.kind !== "failed" || planned?.kind !== "roll-back") return {};
  const ended = endedIn(context, state, config);
  const observed = unlessObserving(context, ended, verified, planned);
  if (observed.kind === "give-up")
    return (await withoutRollback(context, ended, { verified, planned }, config)) ?? { planned: observed };
  const plain = recordOfPlan(ended, verified, planned);
  const record = mayAsk(context) ? await withChangesOfOthers(context, ended.attempt.threadId, plain) : plain;
  const { asks, problem } = await asksFirst(context, record);
  if (!asks) return {};
  const answer = askAround(config.configurable, questionOf(record));
  // An answer that is refused is not counted: the question stays open.
  const { record: answered } = await decided(context, ended, record, parseAnswer(answer.value));
  answer.taken();
  if (problem !== undefined) await keepProblems(context, ended.attempt, [problem]);
  return (await letGoOnIn(context, ended, answered, config)) ?? { planned: planAfter(planned, answered) };
}

async function rollBackTo(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  const { verified, planned } = state;
  if (verified?.kind !== "failed" || planned?.kind !== "roll-back") return {};
  const ended = endedIn(context, state, config);
  const observed = unlessObserving(context, ended, verified, planned);
  if (observed.kind === "give-up")
    return (
      (await withoutRollback(context, ended, { verified, planned }, config)) ??
      report(context, { ...state, planned: observed }, config)
    );
  const { attempt } = ended;
  await tellNotice(context, attempt, planned, config);
  const decision = recordOfPlan(ended, verified, planned);
  await tellTelemetry(context, (telemetry) => telemetry.judged(judgedFacts(context, ended, decision)));
  const settled = await onThreadAndFiles(context, attempt.threadId, config.signal, (lease) =>
    rollBack(context, ended, decision, lease, { isResumed: true }),
  );
  if (settled.kind === "unfinished") {
    await tell(context, attempt, endedEvents(attempt, settled.record), config);
    throw settled.error;
  }
  if (settled.kind === "over")
    return (await letGoOnIn(context, ended, settled.record, config)) ?? over(context, state, settled, config);
  const { record, next } = settled;
  const steps = await undoneSteps(context, ended, record, true);
  await tell(context, attempt, [...rolledBackEvents(attempt, record, steps), startedEvent(next)], config);
  return { ...after(state, record), ...startingWith(next) };
}
