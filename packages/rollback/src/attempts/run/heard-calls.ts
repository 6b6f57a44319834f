import { largest, smallest } from "@langgraph-rollback/attribution/trajectory";

import type { RetryCalls } from "../../history/attempt-record.ts";
import { cachedShare, type ModelTokens } from "../../steps/token-count.ts";

/** A call of a model, as callbacks tell of it. Times count what was heard. */
interface HeardCall {
  readonly began: number;
  ended: number;
  readonly hasNote: boolean;
}

/** The model calls of one task of the graph. */
interface TaskCalls {
  /** The names of the nodes that it ran in, outermost first. */
  readonly node: string;
  readonly calls: HeardCall[];
  /** Whether it took the note out of the conversation: what it asked was how to sum that up. */
  hasDropped: boolean;
}

/** @internal The model calls of a retry, as they were heard, and whether the note reached those that count. */
export class HeardCalls {
  readonly #tasks = new Map<string, TaskCalls>();
  readonly #open = new Map<string, HeardCall>();
  readonly #tokens: ModelTokens[] = [];
  #clock = 0;

  /** @param namespace of the task, like `node:task id|node:task id` */
  began(runId: string, namespace: string, hasNote: boolean): void {
    const call = { began: (this.#clock += 1), ended: Infinity, hasNote };
    this.#task(namespace).calls.push(call);
    this.#open.set(runId, call);
  }

  ended(runId: string, tokens: readonly ModelTokens[] = []): void {
    const call = this.#open.get(runId);
    if (call === undefined) return;
    call.ended = this.#clock += 1;
    this.#open.delete(runId);
    for (const each of tokens) this.#tokens.push(each);
  }

  dropped(namespace: string): void {
    this.#task(namespace).hasDropped = true;
  }

  /**
   * A call counts if no other of its task came after it, and its task if no other of its node did: a call that sums up what the next one is given, and
   * one whose conversation lost the note later, have not brought the note to what the attempt ended with.
   *
   * @param isWhole whether all of the attempt was heard
   */
  found(isWhole: boolean): RetryCalls {
    const tasks = [...this.#tasks.values()].filter(({ calls }) => calls.length > 0);
    const counting = tasks.filter(
      (task) =>
        !task.hasDropped &&
        isLast(
          task,
          tasks.filter(({ node }) => node === task.node),
        ),
    );
    const isSeen = counting.some(({ calls }) =>
      calls.some((call) => call.hasNote && isLastCall(call, calls)),
    );
    const calls = tasks.flatMap((task) => task.calls);
    const cached = cachedShare(this.#tokens);
    return {
      calls: calls.length,
      withNote: calls.filter(({ hasNote }) => hasNote).length,
      note: isSeen ? "seen" : isWhole && calls.length > 0 ? "unseen" : "unknown",
      ...(cached === undefined ? {} : { cached }),
    };
  }

  #task(namespace: string): TaskCalls {
    const known = this.#tasks.get(namespace);
    if (known !== undefined) return known;
    const task = { node: nodeIn(namespace), calls: [], hasDropped: false };
    this.#tasks.set(namespace, task);
    return task;
  }
}

const nodeIn = (namespace: string): string =>
  namespace
    .split("|")
    .map((part) => part.split(":", 1)[0])
    .join("|");

const isLastCall = (call: HeardCall, calls: readonly HeardCall[]): boolean =>
  calls.every(({ began }) => began <= call.ended);

function isLast(task: TaskCalls, ofNode: readonly TaskCalls[]): boolean {
  const ended = largest(task.calls.map((call) => call.ended));
  return ofNode.every(({ calls }) => smallest(calls.map(({ began }) => began)) <= ended);
}
