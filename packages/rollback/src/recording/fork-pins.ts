import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import type { StampedAttempt } from "../steps/attempt-stamp.ts";
import { ByAttempt, type SaverCall } from "./saver-call.ts";
import type { KeptInFork } from "../steps/kept-in-fork.ts";

/** @internal A fork that an attempt starts from, and what has been seen of the attempt since. */
export interface Pin {
  /** The first checkpoint that the attempt stored; the fork is no longer its newest from then on. */
  readonly first: string | undefined;
  /** Tasks, and namespaces of subgraphs, that were to be kept and ran again. */
  readonly ranAgain: ReadonlySet<string>;
  /** The attempt is over. */
  release(): void;
}

interface HeldPin {
  readonly kept: KeptInFork;
  /** The checkpoint to answer with, by namespace, until the attempt has stored one there. */
  readonly points: Map<string, string>;
  readonly ranAgain: Set<string>;
  first: string | undefined;
  /** The fork, as the attempt has just loaded it by its name. */
  loaded?: CheckpointTuple | undefined;
}

const NOTHING: KeptInFork = { tasks: [], subgraphs: [], memory: [] };

/**
 * @internal The forks that attempts of this process start from.
 *
 * LangGraph takes finished tasks over only where a call names no checkpoint, and then starts from the thread's newest. That
 * is the fork, unless somebody else has stored a checkpoint since. So the attempt names none, and the checkpointer answers
 * its question for the newest with the fork, until the attempt has stored a checkpoint of its own. The same goes for the
 * namespaces of subgraphs that go on inside or remember.
 */
export class ForkPins {
  readonly #pins = new ByAttempt<HeldPin>();

  pin(threadId: string, attempt: StampedAttempt, fork: string, kept: KeptInFork = NOTHING): Pin {
    const inside = [...kept.memory, ...kept.subgraphs].map(({ namespace, checkpoint }): [string, string] => [
      namespace,
      checkpoint,
    ]);
    const points = new Map([["", fork], ...inside]);
    const pin: HeldPin = { kept, points, ranAgain: new Set(), first: undefined };
    const release = this.#pins.hold(threadId, attempt, pin);
    return {
      get first() {
        return pin.first;
      },
      ranAgain: pin.ranAgain,
      release,
    };
  }

  /** The config of a read, with the id of the fork where the attempt asks for the newest checkpoint. */
  resolve(config: RunnableConfig, call: SaverCall): RunnableConfig {
    const pin = call.checkpointId === undefined ? this.#pins.of(call) : undefined;
    const point = pin?.points.get(call.namespace);
    if (point === undefined) return config;
    return { ...config, configurable: { ...config.configurable, checkpoint_id: point } };
  }

  /** A checkpoint was read. */
  loaded(call: SaverCall, tuple: CheckpointTuple): void {
    const pin = this.#pins.of(call);
    const isFork = call.namespace === "" && call.checkpointId === pin?.points.get("");
    if (pin !== undefined && isFork) pin.loaded = tuple;
  }

  /**
   * The fork, once, if the attempt has just loaded it and asks for the newest checkpoint before it stores anything: LangGraph 1.7 does so to see whether
   * the thread has moved past the fork. It is a whole state to read.
   */
  again(call: SaverCall): CheckpointTuple | undefined {
    if (call.namespace !== "" || call.checkpointId !== undefined) return undefined;
    const pin = this.#pins.of(call);
    const loaded = pin?.loaded;
    if (pin !== undefined) pin.loaded = undefined;
    return loaded;
  }

  /** A task has written. */
  wrote(call: SaverCall, taskId: string): void {
    const pin = this.#pins.of(call);
    if (pin !== undefined) pin.loaded = undefined;
    if (pin?.kept.tasks.includes(taskId) === true) pin.ranAgain.add(taskId);
  }

  /** A checkpoint was stored. A subgraph that continues inside has no input. One that has an input has started over. */
  stored(call: SaverCall, checkpoint: string, { source }: CheckpointMetadata): void {
    const pin = this.#pins.of(call);
    const { namespace } = call;
    if (pin !== undefined) pin.loaded = undefined;
    if (pin?.points.delete(namespace) !== true) return;
    if (namespace === "") pin.first = checkpoint;
    const goesOn = pin.kept.subgraphs.some((subgraph) => subgraph.namespace === namespace);
    if (goesOn && source === "input") pin.ranAgain.add(namespace);
  }
}
