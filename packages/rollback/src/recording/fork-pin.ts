import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { KeptInFork } from "../steps/kept-in-fork.ts";
import type { SaverCall } from "../steps/attempt-stamp.ts";

const NOTHING: KeptInFork = { tasks: [], subgraphs: [], memory: [] };

/**
 * @internal The fork that an attempt of this process starts from, and what has been seen of the attempt since.
 *
 * LangGraph takes finished tasks over only where a call names no checkpoint, and then starts from the thread's newest. That
 * is the fork, unless somebody else has stored a checkpoint since. So the attempt names none, and the checkpointer answers
 * its question for the newest with the fork, until the attempt has stored a checkpoint of its own. The same goes for the
 * namespaces of subgraphs that go on inside or remember.
 */
export class ForkPin {
  readonly #kept: KeptInFork;
  /** The checkpoint to answer with, by namespace, until the attempt has stored one there. */
  readonly #points: Map<string, string>;
  readonly #ranAgain = new Set<string>();
  #first: string | undefined;
  /** The fork, as the attempt has just loaded it by its name. */
  #loaded: CheckpointTuple | undefined;

  /** @param fork id of the checkpoint */
  constructor(fork: string, kept: KeptInFork = NOTHING) {
    this.#kept = kept;
    const inside = [...kept.memory, ...kept.subgraphs];
    this.#points = new Map([
      ["", fork],
      ...inside.map(({ namespace, checkpoint }): [string, string] => [namespace, checkpoint]),
    ]);
  }

  /** The first checkpoint that the attempt stored; the fork is no longer its newest from then on. */
  get first(): string | undefined {
    return this.#first;
  }

  /** Tasks, and namespaces of subgraphs, that were to be kept and ran again. */
  get ranAgain(): ReadonlySet<string> {
    return this.#ranAgain;
  }

  /** The config of a read, with the id of the fork where the attempt asks for the newest checkpoint. */
  resolve(config: RunnableConfig, { checkpointId, namespace }: SaverCall): RunnableConfig {
    const point = checkpointId === undefined ? this.#points.get(namespace) : undefined;
    if (point === undefined) return config;
    return { ...config, configurable: { ...config.configurable, checkpoint_id: point } };
  }

  /** A checkpoint was read. */
  loaded({ checkpointId, namespace }: SaverCall, tuple: CheckpointTuple): void {
    if (namespace === "" && checkpointId === this.#points.get("")) this.#loaded = tuple;
  }

  /**
   * The fork, once, if the attempt has just loaded it and asks for the newest checkpoint before it stores anything: LangGraph 1.7 does so to see whether
   * the thread has moved past the fork. It is a whole state to read.
   */
  again({ checkpointId, namespace }: SaverCall): CheckpointTuple | undefined {
    if (namespace !== "" || checkpointId !== undefined) return undefined;
    const loaded = this.#loaded;
    this.#loaded = undefined;
    return loaded;
  }

  /** A task has written. */
  wrote(taskId: string): void {
    this.#loaded = undefined;
    if (this.#kept.tasks.includes(taskId)) this.#ranAgain.add(taskId);
  }

  /** A checkpoint was stored. A subgraph that continues inside has no input. One that has an input has started over. */
  stored({ namespace }: SaverCall, checkpoint: string, { source }: CheckpointMetadata): void {
    this.#loaded = undefined;
    if (!this.#points.delete(namespace)) return;
    if (namespace === "") this.#first = checkpoint;
    const goesOn = this.#kept.subgraphs.some((subgraph) => subgraph.namespace === namespace);
    if (goesOn && source === "input") this.#ranAgain.add(namespace);
  }
}
