import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { StopPlan } from "./program.ts";

/**
 * The life of one simulated process: it ends at one of its operations, or its call is aborted there. From its end on its operations never return, so
 * it cannot continue.
 */
export class Life {
  readonly #stop: StopPlan | undefined;
  readonly #abort = new AbortController();
  #operations = 0;
  #underWay = 0;
  #isOver = false;
  #end: () => void = () => {};
  /** Resolves when the process is stopped; never if it is not. */
  readonly over: Promise<"stopped">;

  constructor(stop: StopPlan | undefined) {
    this.#stop = stop;
    this.over = new Promise((resolve) => {
      this.#end = () => resolve("stopped");
    });
  }

  /** Whether it has ended, by a stop or by itself. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Of its call. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The process ends by itself: what it has left under way does not land any more. */
  exit(): void {
    this.#isOver = true;
  }

  /** One operation on the world or on the checkpointer. */
  async operation<T>(carryOut: () => T | Promise<T>): Promise<T> {
    if (this.#isOver) return never();
    this.#operations += 1;
    const isLast = this.#operations === this.#stop?.at;
    if (!isLast || this.#stop.aborts === true) {
      if (isLast) this.#abort.abort();
      return this.#whileAlive(async () => carryOut());
    }
    this.#isOver = true;
    if (this.#stop.landed) await carryOut();
    this.#end();
    return never();
  }

  /** A pause that a stopped process does not come back from. */
  async sleep(milliseconds: number): Promise<void> {
    await this.#whileAlive(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  }

  /** Waits for something that ends by itself. A stopped process does not come back from it. */
  async wait({ end }: { readonly end: Promise<void> }): Promise<void> {
    await this.#whileAlive(() => end);
  }

  /** Resolves when nothing that the process has begun is under way: nothing goes on in one that was stopped meanwhile. */
  async idle(): Promise<void> {
    for (let turns = 0; turns < 20 && !this.#isOver; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#underWay > 0) turns = 0;
    }
  }

  async #whileAlive<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      const result = await work();
      // Another operation may have been the last one meanwhile.
      return this.#isOver ? await never<T>() : result;
    } finally {
      this.#underWay -= 1;
    }
  }
}

const never = <T>(): Promise<T> => new Promise(() => {});

/** A checkpointer whose calls are operations of a process. The one given stays as it is: other processes use it. @param onFork is told of each fork before it is put */
export function livingSaver(
  saver: BaseCheckpointSaver,
  life: Life,
  onFork: (checkpoint: string) => void,
): BaseCheckpointSaver {
  const living: BaseCheckpointSaver = Object.create(saver);
  living.getTuple = (...args) => life.operation(() => saver.getTuple(...args));
  living.putWrites = (...args) => life.operation(() => saver.putWrites(...args));
  living.put = (...args) =>
    life.operation(() => {
      const [config, checkpoint] = args;
      if ((config.configurable?.["checkpoint_ns"] ?? "") === "") onFork(checkpoint.id);
      return saver.put(...args);
    });
  living.list = async function* (...args) {
    await life.operation(() => {});
    yield* saver.list(...args);
  };
  return living;
}
