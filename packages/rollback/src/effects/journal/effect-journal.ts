import { largest } from "@langgraph-rollback/attribution/trajectory";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import type { Clock } from "../../langgraph/clock.ts";
import { checkpointConfig, checkpointIdOf } from "../../langgraph/thread.ts";
import { innerSaver } from "../../recording/recording-saver.ts";
import { patiently } from "../../recording/patiently.ts";
import { isUnreadable, listTolerantly } from "../../recording/tolerant-reads.ts";
import { markSchema } from "./mark-schema.ts";
import type { EffectMark, NewMark } from "./mark.ts";

/** The checkpoint namespace that keeps effects beside a thread's checkpoints; LangGraph never looks into it. */
const EFFECTS_NAMESPACE = "langgraph-rollback-effects";

const CHANNEL = "effect";

/** Marks of one process never share a number. A process that resumes a run has read the journal before, and counts on from its numbers: its clock may be behind. */
let lastOrder = 0;

/**
 * @internal The effects of one run, in the thread's own checkpointer: each mark is one pending write of one checkpoint that is named after
 * the run. Checkpointers keep all writes of parallel tasks, and of two processes, without reading any.
 */
export class EffectJournal {
  readonly #saver: BaseCheckpointSaver;
  readonly #threadId: string;
  readonly #run: string;
  readonly #clock: Clock;
  #anchored: Promise<void> | undefined;

  constructor(saver: BaseCheckpointSaver, threadId: string, run: string, clock: Clock) {
    this.#saver = innerSaver(saver);
    this.#threadId = threadId;
    this.#run = run;
    this.#clock = clock;
  }

  /**
   * Stores a mark; gives it with its place in the order. A checkpointer that fails is tried again twice. A result that would make its mark unreadable
   * is left out of what is stored.
   *
   * @throws {TypeError} if the mark cannot be read back
   */
  async add<M extends NewMark>(mark: M): Promise<M & { readonly order: number }> {
    lastOrder = Math.max(lastOrder + 1, this.#clock() * 1000);
    const ordered = { ...mark, order: lastOrder };
    await this.#anchor();
    const config = checkpointConfig(this.#threadId, this.#run, EFFECTS_NAMESPACE);
    const key = mark.mark === "intent" ? mark.id : `${mark.id}:${mark.mark}:${ordered.order}`;
    const stored = await this.#readable(ordered);
    await patiently(() => this.#saver.putWrites(config, [[CHANNEL, stored]], key));
    return ordered;
  }

  /** The mark as it can be read back. Where a value cannot be serialised, such as a BigInt, LangGraph stores one text in place of the whole mark. */
  async #readable(mark: EffectMark): Promise<EffectMark> {
    const without: EffectMark | undefined =
      mark.mark === "done" ? { ...mark, result: undefined, isStored: false } : undefined;
    for (const form of [mark, without])
      if (form !== undefined && markSchema.safeParse(await this.asStored(form)).success) return form;
    throw new TypeError(`The checkpointer would not give back the mark "${mark.mark}" of an effect.`);
  }

  /** A value as the checkpointer gives it back: its maker may alter it later. */
  async asStored(value: unknown): Promise<unknown> {
    const { serde } = this.#saver;
    const copy: unknown = await serde.loadsTyped(...(await serde.dumpsTyped(value)));
    return copy;
  }

  /** All marks, oldest first. Those that cannot be read are left out, and counted. */
  async read(): Promise<{ readonly marks: readonly EffectMark[]; readonly unreadable: number }> {
    return marksOfRun(this.#saver, this.#threadId, this.#run);
  }

  /** Pending writes are read with their checkpoint only. It is written once, before the first mark. */
  async #anchor(): Promise<void> {
    this.#anchored ??= this.#putAnchor();
    try {
      await this.#anchored;
    } catch (error) {
      this.#anchored = undefined;
      throw error;
    }
  }

  async #putAnchor(): Promise<void> {
    const checkpoint = {
      v: 4,
      id: this.#run,
      ts: new Date(this.#clock()).toISOString(),
      channel_values: {},
      channel_versions: {},
      versions_seen: {},
    };
    const config = checkpointConfig(this.#threadId, undefined, EFFECTS_NAMESPACE);
    const metadata = { source: "update" as const, step: -1, parents: {} };
    await patiently(() => this.#saver.put(config, checkpoint, metadata, {}));
  }
}

/** Marks that a checkpoint of a journal comes with. */
function readMarks(tuple: CheckpointTuple | undefined): {
  readonly marks: readonly EffectMark[];
  readonly unreadable: number;
} {
  const marks: EffectMark[] = [];
  let unreadable = 0;
  for (const [, , value] of tuple?.pendingWrites ?? []) {
    const parsed = isUnreadable(value) ? undefined : markSchema.safeParse(value);
    if (parsed?.success === true) marks.push(parsed.data);
    else unreadable += 1;
  }
  lastOrder = largest(
    marks.map(({ order }) => order),
    lastOrder,
  );
  return { marks: marks.toSorted((a, b) => a.order - b.order), unreadable };
}

/** @internal All marks of one run, oldest first. Those that cannot be read are left out, and counted. */
export async function marksOfRun(
  saver: BaseCheckpointSaver,
  threadId: string,
  run: string,
): Promise<{ readonly marks: readonly EffectMark[]; readonly unreadable: number }> {
  const config = checkpointConfig(threadId, run, EFFECTS_NAMESPACE);
  return readMarks(await patiently(() => innerSaver(saver).getTuple(config)));
}

/** @internal The marks of each run of a thread. Those that cannot be read are left out. */
export async function* marksByRun(
  saver: BaseCheckpointSaver,
  threadId: string,
): AsyncGenerator<{ readonly run: string; readonly marks: readonly EffectMark[] }, void> {
  const config = checkpointConfig(threadId, undefined, EFFECTS_NAMESPACE);
  for await (const tuple of listTolerantly(innerSaver(saver), config))
    yield { run: checkpointIdOf(tuple.config) ?? "", marks: readMarks(tuple).marks };
}
