import type { SaverCall, StampedAttempt } from "../steps/attempt-stamp.ts";
import type { AnswerWatch } from "./answer-watch.ts";
import type { ForkPin } from "./fork-pin.ts";
import type { LeftState } from "./left-state.ts";

/** @internal Parts of the checkpointer that follow one attempt while it runs. */
export interface AttemptWatch {
  readonly pin?: ForkPin;
  readonly answers?: AnswerWatch;
  readonly left?: LeftState;
  /** Stores the files of the attempt as they are; gives the snapshot's id, or "" if that failed. */
  readonly files?: () => Promise<string>;
  /** Told that a superstep of the outermost graph has ended, before its checkpoint is stored; gives what is to be told whether it was. */
  readonly superstepEnded?: (checkpointId: string) => (isStored: boolean) => void;
  /** Told which graphs of the attempt start, by their namespaces, before they do. */
  readonly opening?: (namespace: string) => Promise<void>;
}

const NONE: AttemptWatch = {};

/** @internal Watches over the attempts that this process runs, found by their calls to the checkpointer. */
export class WatchedAttempts {
  readonly #watches = new Map<string, readonly AttemptWatch[]>();

  /** @returns ends the watch */
  add(threadId: string, attempt: StampedAttempt, watch: AttemptWatch): () => void {
    const key = keyOf(threadId, attempt);
    this.#watches.set(key, [...(this.#watches.get(key) ?? []), watch]);
    return () => {
      const others = this.#watches.get(key)?.filter((each) => each !== watch) ?? [];
      if (others.length > 0) this.#watches.set(key, others);
      else this.#watches.delete(key);
    };
  }

  /** All parts that watch the attempt of a call. */
  of({ attempt, threadId }: Pick<SaverCall, "attempt" | "threadId">): AttemptWatch {
    if (this.#watches.size === 0 || attempt === undefined) return NONE;
    const watches = this.#watches.get(keyOf(threadId, attempt));
    return watches === undefined ? NONE : watches.reduce((all, each) => ({ ...all, ...each }), NONE);
  }
}

const keyOf = (threadId: string, { run, attempt }: StampedAttempt): string =>
  JSON.stringify([threadId, run, attempt]);
