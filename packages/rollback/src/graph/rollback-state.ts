import {
  Annotation,
  type AnnotationRoot,
  type LangGraphRunnableConfig,
  type LastValue,
  type StateType,
  type UpdateType,
} from "@langchain/langgraph";
import type { Attribution } from "@langgraph-rollback/attribution";

import { readsOf } from "../attempts/attempt/attempt-reads.ts";
import type { Attempt, EndedAttempt, FinalEnd } from "../attempts/attempt/attempt.ts";
import type { RollbackPlan } from "../attempts/decide/plan-rollback.ts";
import type { Verified } from "../attempts/decide/verify-attempt.ts";
import type { AttemptRecord, RollbackProblem } from "../history/attempt-record.ts";
import type { RunStatus } from "../history/history.ts";
import type { RunConfig } from "../langgraph/compiled-graph.ts";
import { ownConfigurable } from "../langgraph/isolate.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";

/** Channels of the graph that `rollbackGraph` makes. Give `input`; read what comes before `current`. */
export type RollbackChannels = {
  /** Input of the wrapped graph. */
  input: LastValue<unknown>;
  /** Thread of the wrapped graph, in its own checkpointer; made if not given. */
  threadId: LastValue<string>;
  /** Output of the last attempt; once the run is over, the output of the attempt that stands. */
  output: LastValue<unknown>;
  /** The exception of that attempt, if one escaped. */
  error: LastValue<{ readonly name: string; readonly message: string } | undefined>;
  status: LastValue<RunStatus>;
  /** Why it ended so, as a sentence. */
  reason: LastValue<string>;
  /** Records of this run's attempts that were decided, in order. */
  attempts: LastValue<readonly AttemptRecord[]>;
  /** The attempt in progress. */
  current: LastValue<StoredAttempt | undefined>;
  /** How it ended, once it has. */
  end: LastValue<FinalEnd | undefined>;
  /** The verifier's verdict on it. */
  verified: LastValue<Verified | undefined>;
  /** Its steps, if it failed. */
  trajectory: LastValue<RecordedTrajectory | undefined>;
  /** Tolerated miss rate of its set. */
  alpha: LastValue<number | undefined>;
  /** The scorer's attribution of its steps. */
  attribution: LastValue<Attribution | undefined>;
  /** Why the scorer failed, if it did. */
  problem: LastValue<RollbackProblem | undefined>;
  /** The decision about it. */
  planned: LastValue<RollbackPlan | undefined>;
};

/** State of the graph that `rollbackGraph` makes. */
export type RollbackGraphState = StateType<RollbackChannels>;

/** Update by a node of the rollback graph. */
export type RollbackGraphUpdate = UpdateType<RollbackChannels>;

/** An attempt as the state holds it, without the config: the node that works on it has its own. */
export type StoredAttempt = Omit<Attempt, "config">;

/** @internal */
export const RollbackState: AnnotationRoot<RollbackChannels> = Annotation.Root({
  input: Annotation<unknown>(),
  threadId: Annotation<string>(),
  output: Annotation<unknown>(),
  error: Annotation<RollbackGraphState["error"]>(),
  status: Annotation<RunStatus>(),
  reason: Annotation<string>(),
  attempts: Annotation<readonly AttemptRecord[]>(),
  current: Annotation<StoredAttempt | undefined>(),
  end: Annotation<FinalEnd | undefined>(),
  verified: Annotation<Verified | undefined>(),
  trajectory: Annotation<RecordedTrajectory | undefined>(),
  alpha: Annotation<number | undefined>(),
  attribution: Annotation<Attribution | undefined>(),
  problem: Annotation<RollbackProblem | undefined>(),
  planned: Annotation<RollbackPlan | undefined>(),
});

/** @internal The state of an attempt that starts. */
export function startingWith(attempt: Attempt | undefined): RollbackGraphUpdate {
  return {
    current: attempt === undefined ? undefined : stored(attempt),
    end: undefined,
    verified: undefined,
    trajectory: undefined,
    alpha: undefined,
    attribution: undefined,
    problem: undefined,
    planned: undefined,
  };
}

/** @internal */
export function stored(attempt: Attempt): StoredAttempt {
  const { config: _, ...rest } = attempt;
  return rest;
}

/**
 * @internal The attempt in progress.
 * @throws {TypeError} if there is none: somebody has altered the state
 */
export function attemptIn({ current }: RollbackGraphState, config: LangGraphRunnableConfig): Attempt {
  if (current === undefined)
    throw new TypeError("Expected an attempt in the rollback graph's state, got none.");
  return { ...current, config: innerConfig(config, current.threadId) };
}

/**
 * @internal The attempt in progress, which has ended.
 * @throws {TypeError} if it has not: somebody has altered the state
 */
export function endedIn(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): EndedAttempt {
  const attempt = attemptIn(state, config);
  const { end } = state;
  if (end === undefined)
    throw new TypeError("Expected the end of an attempt in the rollback graph's state, got none.");
  return { kind: "ended", attempt, end, reads: readsOf(context, attempt.threadId, end.head) };
}

/** @internal The config of the wrapped graph's runs. */
export function innerConfig(config: LangGraphRunnableConfig, threadId: string): RunConfig {
  const { callbacks, signal, tags, recursionLimit } = config;
  const { checkpoint_id: _, checkpoint_ns: __, ...configurable } = ownConfigurable(config.configurable);
  return {
    ...(callbacks === undefined ? {} : { callbacks }),
    ...(signal === undefined ? {} : { signal }),
    ...(tags === undefined ? {} : { tags }),
    ...(recursionLimit === undefined ? {} : { recursionLimit }),
    streamMode: "updates",
    durability: "sync",
    configurable: { ...configurable, thread_id: threadId },
  };
}
