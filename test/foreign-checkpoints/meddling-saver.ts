import { BaseCheckpointSaver, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

/** When somebody else stores a checkpoint: once the attempt was judged, while the fork is put, or once it is there. */
export type When = "before" | "while" | "after";

/** A checkpointer on which somebody else stores a checkpoint just before or after a rollback's fork is put. */
export class MeddlingSaver extends BaseCheckpointSaver {
  readonly #inner: BaseCheckpointSaver;
  readonly #meddle: (when: When) => Promise<void>;

  constructor(inner: BaseCheckpointSaver, meddle: (when: When) => Promise<void>) {
    super(inner.serde);
    this.#inner = inner;
    this.#meddle = meddle;
  }

  override async put(...args: Parameters<BaseCheckpointSaver["put"]>) {
    const [{ configurable }, , metadata] = args;
    const isFork = configurable?.["checkpoint_ns"] === "" && metadata.source === "update";
    if (isFork) await this.#meddle("while");
    const stored = await this.#inner.put(...args);
    if (isFork) await this.#meddle("after");
    return stored;
  }

  override putWrites(...args: Parameters<BaseCheckpointSaver["putWrites"]>) {
    return this.#inner.putWrites(...args);
  }

  override getTuple(...args: Parameters<BaseCheckpointSaver["getTuple"]>) {
    return this.#inner.getTuple(...args);
  }

  override list(...args: Parameters<BaseCheckpointSaver["list"]>): AsyncGenerator<CheckpointTuple> {
    return this.#inner.list(...args);
  }

  override deleteThread(...args: Parameters<BaseCheckpointSaver["deleteThread"]>) {
    return this.#inner.deleteThread(...args);
  }

  override getNextVersion(current: number | undefined): number {
    return this.#inner.getNextVersion(current);
  }
}
