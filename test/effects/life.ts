import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { StopPlan } from "./program.ts";

/**
 * The life of one simulated process: it ends at one of its operations. From then on its operations never return, so it cannot continue.
 */
export class Life {
  readonly #stop: StopPlan | undefined;
  #operations = 0;
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

  /** The process ends by itself: what it has left under way does not land any more. */
  exit(): void {
    this.#isOver = true;
  }

  /** One operation on the world or on the checkpointer. */
  async operation<T>(carryOut: () => T | Promise<T>): Promise<T> {
    if (this.#isOver) return never();
    this.#operations += 1;
    if (this.#operations !== this.#stop?.at) {
      const result = await carryOut();
      // Another operation may have been the last one meanwhile.
      return this.#isOver ? never() : result;
    }
    this.#isOver = true;
    if (this.#stop.landed) await carryOut();
    this.#end();
    return never();
  }

  /** A pause that a stopped process does not come back from. */
  async sleep(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (this.#isOver) await never();
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
