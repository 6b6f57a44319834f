import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { innerSaver } from "../recording/recording-saver.ts";
import type { NewMark } from "./journal/mark.ts";

const bySaver = new WeakMap<BaseCheckpointSaver, OpenActs>();

/** @internal Acts and undoings under way in this process, of the effects that a checkpointer holds. A call that resumes a run finds there those that the call before has left. */
export function openActsOf(saver: BaseCheckpointSaver): OpenActs {
  const inner = innerSaver(saver);
  const open = bySaver.get(inner) ?? new OpenActs();
  bySaver.set(inner, open);
  return open;
}

/** @internal Is told how an act has ended that was cut off. */
export type LateEnd = (mark: NewMark) => Promise<void>;

/** @internal Acts and undoings that are under way, by the ids of their effects. */
export class OpenActs {
  readonly #acts = new Map<string, Promise<void>>();
  readonly #undoings = new Map<string, Promise<unknown>>();
  readonly #undoers = new Map<string, LateEnd>();

  has(id: string): boolean {
    return this.#acts.has(id);
  }

  /** Resolves when an act has ended; `undefined` if it is not under way here. */
  endOf(id: string): Promise<void> | undefined {
    return this.#acts.get(id);
  }

  /** Notes down that an act is under way. @returns notes down that it has ended */
  hold(id: string): () => void {
    let release = (): void => {};
    const own = new Promise<void>((resolve) => {
      release = resolve;
    });
    // One that was cut off may be called again under the same key.
    const all: Promise<void> = Promise.all([this.#acts.get(id), own]).then(() => forget(this.#acts, id, all));
    this.#acts.set(id, all);
    return release;
  }

  /** Tells an act's end to what undoes its effect, if the act is under way here. */
  tellEnd(id: string, undoer: LateEnd): void {
    if (this.has(id)) this.#undoers.set(id, undoer);
  }

  /** Callback of the run that has undone an effect while its act was under way here; asked once. */
  takeUndoer(id: string): LateEnd | undefined {
    const undoer = this.#undoers.get(id);
    this.#undoers.delete(id);
    return undoer;
  }

  /** Undoes an effect once nobody else does so. */
  async inTurn<T>(id: string, undo: () => Promise<T>): Promise<T> {
    const before = this.#undoings.get(id);
    const own = before === undefined ? undo() : before.then(undo);
    const over: Promise<unknown> = own.catch(() => {}).then(() => forget(this.#undoings, id, over));
    this.#undoings.set(id, over);
    return own;
  }
}

function forget<T>(under: Map<string, Promise<T>>, id: string, own: Promise<T>): void {
  if (under.get(id) === own) under.delete(id);
}
