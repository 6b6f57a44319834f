import { coldState, type LearningState } from "@langgraph-rollback/attribution";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { warn } from "../errors/warn.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import { fileStore } from "../learning/file-store.ts";
import type { LearningStore } from "../learning/learning-store.ts";
import { saverStore } from "../learning/saver-store.ts";
import { digest } from "../verifiers/fingerprint.ts";
import type { Learning } from "./learning.ts";
import type { RollbackContext } from "./rollback-context.ts";

/** @internal Where an agent's runs find what they are attributed with. */
export interface LearningPlace {
  readonly learning: Learning;
  /** Absent where the agent does not learn from its own runs. */
  readonly kept?: KeptLearning | undefined;
}

/** @internal The evidence and versions of one agent. */
export interface KeptLearning {
  readonly store: LearningStore;
  readonly agent: string;
}

/** Graphs are made anew for each request, so they do not hold these. */
const files = new Map<string, LearningStore>();
const savers = new WeakMap<BaseCheckpointSaver, LearningStore>();

/** @internal The store in a file, by its absolute path, or in a checkpointer: the same one each time. */
export function learningStore(place: string | BaseCheckpointSaver): LearningStore {
  if (typeof place === "string") {
    const store = files.get(place) ?? fileStore(place);
    files.set(place, store);
    return store;
  }
  const store = savers.get(place) ?? saverStore(place);
  savers.set(place, store);
  return store;
}

/** @internal */
export function learningPlace({ graph, options, saver }: RollbackContext): LearningPlace {
  const { learn, learning } = options;
  if (learn === undefined) return { learning };
  const agent = learn.agent ?? digest(Object.keys(graph.nodes).toSorted());
  return { learning, kept: { store: learningStore(learn.file ?? saver.inner), agent } };
}

const told = new WeakSet<LearningStore>();

/** @internal What is in force for an agent. Never rejects: what cannot be read is told once, and nothing is known then. */
export async function stateOf({
  agent,
  store,
}: KeptLearning): Promise<{ readonly state: LearningState; readonly problem?: RollbackProblem }> {
  try {
    return { state: (await store.newest(agent)) ?? coldState(agent) };
  } catch (error) {
    const state = coldState(agent);
    if (told.has(store)) return { state };
    told.add(store);
    const problem = problemOf(error);
    const message = `What this agent has learnt cannot be read: ${problem.message} Failed runs are rolled back without it.`;
    warn(message, "RollbackLearningWarning", problem.code);
    return { state, problem: { ...problem, message } };
  }
}
