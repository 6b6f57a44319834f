import {
  type EvidenceEntry,
  evidenceIn,
  type LearningState,
  learningStateIn,
} from "@langgraph-rollback/attribution";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { nanoid } from "nanoid";

import { appendValue } from "../history/append-value.ts";
import { readValues } from "../history/read-values.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { checked, type LearningStore } from "./learning-store.ts";

/** The namespace of evidence beside a thread's checkpoints: it is gone with the thread. */
const EVIDENCE = "langgraph-rollback-learning";
/** The namespace of versions, in a thread of their own for each agent. */
const VERSIONS = "langgraph-rollback-versions";

/** Processes that add at the same moment must not write to one channel. */
const CHANNEL = `process-${nanoid()}`;

const threadOf = (agent: string): string => `${VERSIONS}:${agent}`;

/** @internal A store in an agent's own checkpointer. */
export function saverStore(saver: BaseCheckpointSaver): LearningStore {
  const all = async (namespace: string, thread?: string): Promise<readonly unknown[]> =>
    (await patiently(() => readValues(saver, namespace, thread)))
      .toSorted((a, b) => (a.checkpoint < b.checkpoint ? -1 : 1))
      .map(({ value }) => value);
  const states = async (agent?: string): Promise<readonly LearningState[]> =>
    (await all(VERSIONS, agent === undefined ? undefined : threadOf(agent))).flatMap(
      (value) => learningStateIn(value) ?? [],
    );
  const add = (thread: string, namespace: string, value: EvidenceEntry | LearningState): Promise<void> =>
    appendValue(saver, checkpointConfig(thread), { namespace, channel: CHANNEL, value, at: value.at });
  return {
    place: saver,
    add: (thread, entry) => add(thread, EVIDENCE, checked(entry, evidenceIn)),
    evidence: async (agent) =>
      (await all(EVIDENCE)).flatMap((value) => {
        const entry = evidenceIn(value);
        return entry === undefined || entry.agent !== (agent ?? entry.agent) ? [] : entry;
      }),
    put: (state) => add(threadOf(state.agent), VERSIONS, checked(state, learningStateIn)),
    newest: async (agent) => {
      const place = checkpointConfig(threadOf(agent), undefined, VERSIONS);
      const tuple = await patiently(() => saver.getTuple(place));
      const [value] = Object.values(tuple?.checkpoint.channel_values ?? {});
      if (value === undefined) return undefined;
      // One that cannot be read hides none before it.
      return learningStateIn(value) ?? (await states(agent)).at(-1);
    },
    states,
  };
}
