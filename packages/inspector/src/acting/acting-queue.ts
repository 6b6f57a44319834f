import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { QueuedOnThread } from "../shared/acting/acting-view.ts";
import type { AnswerBody, RetryBody } from "../shared/acting/requests.ts";

/** A run of the queue on a thread, and the name under which workers have its graph. */
export interface QueuedRun extends QueuedOnThread {
  readonly graph: string;
}

/** A queue of runs that the page may act on: its workers do what is asked. */
export interface ActingQueue {
  /** Name under which the page acts, unless a person types another one. */
  readonly by: string;
  /** Checkpointer of the threads. Only read. */
  readonly saver: BaseCheckpointSaver;
  /** The run of a thread that is under way or waits, else the one that comes next, else the latest; `undefined` if the queue knows none. */
  readonly runOn: (thread: string) => Promise<QueuedRun | undefined>;
  /** A run by its id; `undefined` if the queue does not have it. */
  readonly run: (id: string) => Promise<QueuedRun | undefined>;
  /** Gives a waiting run its answer. @returns false if it does not wait */
  readonly answer: (run: string, body: Omit<AnswerBody, "thread">) => Promise<boolean>;
  /** @returns the id of the run that retries */
  readonly retry: (graph: string, body: RetryBody) => Promise<string>;
  /** Deletes what the queue keeps of a thread's ended runs. */
  readonly forget: (thread: string) => Promise<void>;
  /** Ends a run, or asks its worker to. One that has ended stays as it is. */
  readonly cancel: (run: string, by: string, why: string) => Promise<void>;
}
