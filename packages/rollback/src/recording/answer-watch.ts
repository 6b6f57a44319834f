import { largest } from "@langgraph-rollback/attribution/trajectory";
import {
  ERROR,
  INTERRUPT,
  RESUME,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import type { SaverCall } from "../steps/attempt-stamp.ts";
import { isSchemaError, saidBy } from "../errors/schema-error.ts";

/** A task that has thrown. */
interface ThrownTask {
  readonly message: string;
  /** Whether it waited for an answer of a given shape, and did not take it. */
  readonly leftAnswer: boolean;
}

/**
 * @internal Watch over the answers that a call hands over to `interrupt`.
 *
 * A task that takes an answer stores all that it has taken, also when it throws later. A task whose `responseSchema` refuses
 * the answer throws and stores no more answers than before, and its interrupt stays.
 */
export class AnswerWatch {
  /** Tasks that wait for an answer of a given shape, and how many answers each has taken before. */
  readonly #waiting = new Map<string, number>();
  readonly #thrown: ThrownTask[] = [];
  #hasWritten = false;

  /** Whether the call has stored anything; a call that LangGraph refuses as it is stores nothing. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** The run has read a checkpoint. */
  opened(call: SaverCall, { pendingWrites = [] }: CheckpointTuple): void {
    for (const [task, channel, value] of pendingWrites) {
      if (channel !== INTERRUPT || !hasSchema(value)) continue;
      const own = pendingWrites.filter(([id]) => id === task);
      this.#waiting.set(keyOf(call, task), answersIn(own.map(([, name, written]) => [name, written])));
    }
  }

  /** A task of the run has ended, paused or thrown. */
  written(call: SaverCall, task: string, writes: readonly PendingWrite[]): void {
    this.#hasWritten = true;
    const error: unknown = writes.find(([channel]) => channel === ERROR)?.[1];
    if (error === undefined) return;
    const before = this.#waiting.get(keyOf(call, task));
    const message = String(Reflect.get(Object(error), "message"));
    this.#thrown.push({ message, leftAnswer: before !== undefined && answersIn(writes) <= before });
  }

  /** Whether a call has thrown because an answer had the wrong shape, and for no other reason. */
  hasRefused(error: unknown): boolean {
    if (!isSchemaError(error)) return false;
    // Tasks that run beside it may have been aborted and have thrown anything.
    const messages = saidBy(error);
    const culprits = this.#thrown.filter(({ message }) => messages.includes(message));
    return culprits.length > 0 && culprits.every(({ leftAnswer }) => leftAnswer);
  }
}

const keyOf = ({ namespace }: SaverCall, task: string): string => JSON.stringify([namespace, task]);

/** One interrupt, or a list of them. */
const hasSchema = (value: unknown): boolean =>
  (Array.isArray(value) ? value : [value]).some(
    (interrupt: unknown) => Reflect.get(Object(interrupt), "response_schema") !== undefined,
  );

/** How many answers a task has taken: each write of them holds all so far. */
function answersIn(writes: readonly PendingWrite[]): number {
  const lists: readonly unknown[] = writes.filter(([channel]) => channel === RESUME).map(([, all]) => all);
  return largest(
    lists.map((all) => (Array.isArray(all) ? all.length : 1)),
    0,
  );
}
