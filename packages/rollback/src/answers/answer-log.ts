import { randomUUID } from "node:crypto";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { redactValue, type Redact } from "@langgraph-rollback/attribution";

import { AnswersNotRecordedError } from "../errors/answers-not-recorded-error.ts";
import type { Clock } from "../langgraph/clock.ts";
import { unlessAborted } from "../langgraph/on-abort.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { innerSaver } from "../recording/recording-saver.ts";
import { ANSWERS_NAMESPACE } from "./read-answers.ts";
import { type RecordedAnswer, recordedAnswerSchema } from "./recorded-answer.ts";
import { redactAnswer } from "./redact-answer.ts";
import { revived, storable } from "./stored-form.ts";
import { survives } from "./survives.ts";

const CHANNEL = "answer";

/** Calls of one process never share a number. */
let lastOrder = 0;

/** @internal A call, as far as it is known when it begins. */
export type CallBegun = Pick<RecordedAnswer, "kind" | "name" | "key" | "task">;

/** @internal A call under way, as it is stored. */
export type OpenCall = Pick<RecordedAnswer, "version" | "kind" | "run" | "attempt" | "order" | "at"> &
  CallBegun;

/** @internal End of a call, as callbacks are told it. */
export type HeardEnd =
  | { readonly end: "answered"; readonly answer: unknown }
  | { readonly end: "failed"; readonly error: { readonly name: string; readonly message: string } }
  | { readonly end: "open" | "left-out" };

/**
 * @internal The answers of one attempt's models and tools, in the thread's own checkpointer: each is one pending write of one checkpoint that is named after
 * the run. An answer is copied when it is told, and stored while the run continues. Nothing here throws.
 */
export class AnswerLog {
  readonly redact: Redact | undefined;
  readonly #saver: BaseCheckpointSaver;
  readonly #of: { readonly threadId: string; readonly run: string; readonly attempt: number };
  readonly #clock: Clock;
  /** Calls under way, each with the end that it has if nobody hears of another. */
  readonly #open = new Map<OpenCall, HeardEnd>();
  readonly #storing = new Set<Promise<void>>();
  #anchored: Promise<unknown> | undefined;
  #isOver = false;
  #lost = 0;
  #cause: unknown;

  constructor(
    saver: BaseCheckpointSaver,
    of: { readonly threadId: string; readonly run: string; readonly attempt: number },
    { clock, redact }: { readonly clock: Clock; readonly redact?: Redact | undefined },
  ) {
    this.#saver = innerSaver(saver);
    this.#of = of;
    this.#clock = clock;
    this.redact = redact;
  }

  /** Notes that a call begins. */
  begin(call: CallBegun): OpenCall {
    const { run, attempt } = this.#of;
    const now = this.#clock();
    lastOrder = Math.max(lastOrder + 1, now * 1000);
    const open: OpenCall = {
      ...call,
      version: 1,
      run,
      attempt,
      order: lastOrder,
      at: new Date(now).toISOString(),
    };
    this.#open.set(open, { end: "open" });
    return open;
  }

  /** Forgets a call: it is not recorded. */
  drop(call: OpenCall): void {
    this.#open.delete(call);
  }

  /** Notes an end after which another may be told. */
  endForNow(call: OpenCall, end: HeardEnd): void {
    if (this.#open.has(call)) this.#open.set(call, end);
  }

  /** Notes that a call could not be recorded. */
  lose(cause: unknown): void {
    if (this.#lost === 0) this.#cause = cause;
    this.#lost += 1;
  }

  /** Stores how a call ended. To be awaited before anybody may alter the answer; the writing itself takes place later. */
  async end(call: OpenCall, end: HeardEnd): Promise<void> {
    if (this.#isOver || !this.#open.delete(call)) return;
    await this.#store(call, end);
  }

  /**
   * Stores the calls whose end nobody has seen, and waits until all is stored or the run is aborted. Ends after this are not stored.
   *
   * @returns what went wrong
   */
  async close(signal?: AbortSignal): Promise<AnswersNotRecordedError | undefined> {
    const open = [...this.#open];
    this.#isOver = true;
    this.#open.clear();
    await Promise.all(open.map(([call, end]) => this.#store(call, end)));
    try {
      await unlessAborted(Promise.all(this.#storing), signal);
    } catch {
      // Writes under way may still be stored.
    }
    return this.#lost === 0 ? undefined : new AnswersNotRecordedError(this.#lost, { cause: this.#cause });
  }

  async #store(call: OpenCall, end: HeardEnd): Promise<void> {
    try {
      const entry = await this.#storable(call, end);
      const storing = this.#write(entry)
        .catch((error: unknown) => this.lose(error))
        .finally(() => this.#storing.delete(storing));
      this.#storing.add(storing);
    } catch (error) {
      this.lose(error);
    }
  }

  async #write(entry: unknown): Promise<void> {
    await this.#anchor();
    const config = checkpointConfig(this.#of.threadId, this.#of.run, ANSWERS_NAMESPACE);
    const task = randomUUID();
    await patiently(() => this.#saver.putWrites(config, [[CHANNEL, entry]], task));
  }

  /** The entry as the checkpointer gives it back. An answer that it would alter is left out. */
  async #storable(call: OpenCall, end: HeardEnd): Promise<unknown> {
    const told = this.#redacted(end);
    if (told.end === "answered") {
      const copy = await this.#asStored({ ...call, ...told, answer: storable(told.answer) });
      const read = recordedAnswerSchema.safeParse(copy);
      if (read.success && read.data.end === "answered" && survives(told.answer, revived(read.data.answer)))
        return copy;
    }
    return { ...call, ...(told.end === "answered" ? { end: "left-out" } : told) };
  }

  async #asStored(value: unknown): Promise<unknown> {
    const { serde } = this.#saver;
    try {
      const copy: unknown = await serde.loadsTyped(...(await serde.dumpsTyped(value)));
      return copy;
    } catch {
      return undefined;
    }
  }

  #redacted(end: HeardEnd): HeardEnd {
    const { redact } = this;
    if (redact === undefined) return end;
    if (end.end === "failed") {
      const { name, message } = end.error;
      return { ...end, error: { name: redactValue(name, redact), message: redactValue(message, redact) } };
    }
    if (end.end !== "answered") return end;
    const answer = redactAnswer(end.answer, redact);
    return answer === undefined ? { end: "left-out" } : { end: "answered", answer: answer.value };
  }

  /** Pending writes are read with their checkpoint only. It is written once, before the first answer. */
  #anchor(): Promise<unknown> {
    this.#anchored ??= this.#putAnchor().catch((error: unknown) => {
      this.#anchored = undefined;
      throw error;
    });
    return this.#anchored;
  }

  #putAnchor(): Promise<unknown> {
    const { threadId, run } = this.#of;
    const checkpoint = {
      v: 4,
      id: run,
      ts: new Date(this.#clock()).toISOString(),
      channel_values: {},
      channel_versions: {},
      versions_seen: {},
    };
    const config = checkpointConfig(threadId, undefined, ANSWERS_NAMESPACE);
    const metadata = { source: "update" as const, step: -1, parents: {} };
    return patiently(() => this.#saver.put(config, checkpoint, metadata, {}));
  }
}
