import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { largest } from "@langgraph-rollback/attribution/trajectory";

import type { Clock } from "../langgraph/clock.ts";
import { EffectsUnreadableError } from "../errors/effects-unreadable-error.ts";
import type { EffectHandling, HoldOptions } from "./declaring/effect-options.ts";
import { rememberedHandling, rememberHandling } from "./declaring/declared-in-code.ts";
import type { ResolvedEffects } from "./declaring/resolve-effects.ts";
import { EffectJournal } from "./journal/effect-journal.ts";
import { isEndUnseen, type KnownEffect } from "./journal/known-effect.ts";
import type { Intent, EffectMark, NewMark } from "./journal/mark.ts";
import { openActsOf, type LateEnd, type OpenActs } from "./open-acts.ts";
import { earlierEffects } from "./earlier-effects.ts";
import { KnownEffects } from "./known-effects.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import { waitUntil } from "./wait-until.ts";

/** Milliseconds after which the journal is read again for the end of an act that is not under way in this process. */
const LOOK_AGAIN = 250;

/** @internal Keeps what became of an effect of an attempt. */
type ReportEffect = (problem: unknown, attempt: number) => Promise<void>;

/** @internal The effects of one run: what its journal holds, as far as this process knows it, and what is under way. */
export class RunEffects {
  readonly run: string;
  readonly threadId: string;
  readonly options: ResolvedEffects;
  readonly clock: Clock;
  readonly #journal: EffectJournal;
  /** The run's own effects, as far as this process knows them. */
  readonly known: KnownEffects = new KnownEffects();
  readonly #saver: BaseCheckpointSaver;
  #earlier: KnownEffects | undefined;
  /** Those that this process has given. */
  readonly #ids = new Set<string>();
  readonly #open: OpenActs;
  /** Marks of what has happened that could not be stored. */
  readonly #unstored: EffectMark[] = [];
  readonly #ofTools: ReadonlyMap<string, EffectHandling>;
  readonly #report: ReportEffect;
  /** Failures to note down how an act ended, which are nobody's result. */
  readonly problems: unknown[] = [];

  /**
   * @param ofTools how the graph's own tools are undone, by their names
   * @param report  keeps what becomes of an effect when nobody waits for it any more
   */
  constructor(
    options: ResolvedEffects,
    place: { readonly saver: BaseCheckpointSaver; readonly threadId: string; readonly run: string },
    clock: Clock,
    ofTools: ReadonlyMap<string, EffectHandling> = new Map(),
    report: ReportEffect = () => Promise.resolve(),
  ) {
    this.#saver = place.saver;
    this.#open = openActsOf(place.saver);
    this.#report = report;
    this.#ofTools = ofTools;
    this.options = options;
    this.run = place.run;
    this.threadId = place.threadId;
    this.clock = clock;
    this.#journal = new EffectJournal(place.saver, place.threadId, place.run, clock);
  }

  /** In the order in which they began. */
  get all(): readonly KnownEffect[] {
    return this.known.all;
  }

  of(id: string): KnownEffect | undefined {
    return this.known.of(id);
  }

  /** Effects of the thread's other turns that have keys of the user's; none are known before an effect of this run has such a key. */
  get earlier(): KnownEffects {
    return this.#earlier ?? new KnownEffects();
  }

  /** An id that no effect of the run has, nor one whose intent is still being stored. */
  newId(slot: string): string {
    for (let count = this.known.size + 1; ; count += 1) {
      const id = `effect-${this.run}-${count}-${slot.slice(0, 16)}`;
      if (this.#ids.has(id) || this.of(id) !== undefined) continue;
      this.#ids.add(id);
      return id;
    }
  }

  /** Whether an effect of the run has a key of the user's. */
  get hasUserKeys(): boolean {
    return this.all.some(({ intent: { userKey } }) => userKey !== undefined);
  }

  /** Reads those of other turns, once: to the world, a key of the user's is the same in all turns of a thread. */
  async readEarlier(): Promise<void> {
    this.#earlier ??= await earlierEffects(this.#saver, this.threadId, this.run);
  }

  /** Whether an act may still take effect: it has not ended, or its call was aborted and nobody sees its end. */
  isUnderWay({ intent: { id }, cutOff }: KnownEffect): boolean {
    return this.#open.has(id) || cutOff !== undefined;
  }

  /** Whether nobody has seen an act end, as far as this process knows: it may still take effect. A request of a process that has died may be on its way. */
  mayStillLand(effect: KnownEffect): boolean {
    if (effect.intent.class === "held") return effect.release === "begun";
    return this.isUnderWay(effect) || (isEndUnseen(effect) && !effect.isPaused);
  }

  /**
   * Reads the journal anew: another process may have added to it.
   * @throws {EffectsUnreadableError} if some of it cannot be read
   */
  async load(): Promise<void> {
    const { marks, unreadable } = await this.#journal.read();
    if (unreadable > 0) throw new EffectsUnreadableError(this.threadId, unreadable);
    const read = new KnownEffects();
    for (const mark of [...marks, ...this.#unstored].toSorted((a, b) => a.order - b.order)) read.fold(mark);
    for (const effect of read.all) {
      const own = this.of(effect.intent.id)?.result;
      // The result as the tool gave it, where this process saw it: a serialiser may give back less.
      this.known.set(own === undefined ? effect : { ...effect, result: own });
    }
    if (this.hasUserKeys) await this.readEarlier();
  }

  /** A value as the journal would give it back. */
  asStored(value: unknown): Promise<unknown> {
    return this.#journal.asStored(value);
  }

  /** Stores a mark and knows it from then on. */
  async add(mark: NewMark): Promise<void> {
    this.known.fold(await this.#journal.add(mark));
  }

  /**
   * Stores a mark of what is about to happen. It must not, once another run may have the thread: that one may have undone it, or do it anew.
   * @throws {ThreadLockLostError} if the thread is lost, also while the mark was being stored
   */
  async addBefore(mark: NewMark): Promise<void> {
    this.#checkThread();
    await this.add(mark);
    this.#checkThread();
  }

  #checkThread(): void {
    if (this.#saver instanceof RecordingSaver) this.#saver.checkThread(this.threadId);
  }

  /** Stores a mark of what has happened: it is known whether it can be stored or not. */
  async note(mark: NewMark): Promise<void> {
    try {
      await this.add(mark);
    } catch (error) {
      this.problems.push(error);
      const unstored = { ...mark, order: this.clock() * 1000 };
      this.#unstored.push(unstored);
      this.known.fold(unstored);
    }
  }

  /** Notes down that an act is under way. @returns notes down that it has ended */
  hold(id: string): () => void {
    return this.#open.hold(id);
  }

  /** Tells an act's end to what undoes its effect, if the act is under way in this process. */
  tellEnd(id: string, undoer: LateEnd): void {
    this.#open.tellEnd(id, undoer);
  }

  /** Callback of the run that has undone an effect while its act was under way: maybe a run that has taken it over. */
  takeUndoer(id: string): LateEnd | undefined {
    return this.#open.takeUndoer(id);
  }

  /** Undoes an effect, or asks whether it is to be undone: no other call of this process does so at the same time. */
  inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#open.inTurn(id, work);
  }

  /** Notes down which acts are under way although what they are part of is over: another process can learn it from nowhere else. */
  async noteCutOff(): Promise<void> {
    for (const effect of this.all) {
      const { id } = effect.intent;
      if (this.#open.has(id) && isEndUnseen(effect) && effect.cutOff === undefined)
        await this.note({ mark: "cut-off", id });
    }
  }

  /**
   * Waits for acts that are under way, up to a time after they were cut off. Of those whose end nobody sees, only the ones that can be undone are waited
   * for, to that time. Where nothing is undone, nothing is waited for.
   *
   * @param isAwaited which effects matter; all unless told
   * @throws the signal's reason, once it aborts
   */
  async settled(
    signal: AbortSignal | undefined,
    isAwaited: (effect: KnownEffect) => boolean = () => true,
  ): Promise<void> {
    if (this.options.isObserved) return;
    await this.noteCutOff();
    const find = (): readonly KnownEffect[] =>
      this.all.filter((effect) => !effect.isUndone && this.#isWorthWaiting(effect) && isAwaited(effect));
    let left = this.#timeLeft(find());
    for (let awaited = find(); awaited.length > 0; awaited = find()) {
      const ends = awaited.flatMap(({ intent: { id } }) => this.#open.endOf(id) ?? []);
      const isHere = ends.length === awaited.length;
      const pause = isHere ? left : Math.min(left, LOOK_AGAIN);
      const hasEnded = await waitUntil(isHere ? Promise.all(ends) : undefined, pause, signal);
      // Another call or another process may have seen the end.
      const known = awaited.map(({ intent: { id } }) => this.of(id));
      if (known.some((effect) => effect !== undefined && isEndUnseen(effect))) await this.load();
      if (!hasEnded) left -= pause;
      if (left <= 0) return;
    }
  }

  /** Milliseconds to wait for effects at most: the time begins when they were cut off. */
  #timeLeft(effects: readonly KnownEffect[]): number {
    const { openTimeout } = this.options;
    const since = largest(effects.map(({ cutOff = 0 }) => cutOff));
    return Math.min(Math.max(since + openTimeout - this.clock(), 0), openTimeout);
  }

  #isWorthWaiting(effect: KnownEffect): boolean {
    const { id, class: whatItIs } = effect.intent;
    return this.#open.has(id) || (whatItIs === "undoable" && effect.cutOff !== undefined);
  }

  /** Keeps what became of an effect when nobody waited for it any more. */
  report(problem: unknown, { intent: { attempt } }: KnownEffect): Promise<void> {
    return this.#report(problem, attempt);
  }

  /** Remembers how an effect is undone or carried out, where the options do not say it. */
  declare({ id, kind, name }: Intent, handling: EffectHandling | undefined): void {
    const named = this.options.handlingOf(kind, name);
    const saysMore = handling?.hold?.release !== undefined && named?.hold?.release === undefined;
    if (handling !== undefined && (named === undefined || saysMore)) rememberHandling(id, handling);
  }

  /** How an effect is undone, as far as this process knows. */
  handlingOf({ intent: { id, kind, name } }: KnownEffect): EffectHandling | undefined {
    const ofTool = kind === "tool" ? this.#ofTools.get(name) : undefined;
    return this.options.handlingOf(kind, name) ?? rememberedHandling(id) ?? ofTool;
  }

  /** How a held act is carried out, where that is told. */
  releaseOf(effect: KnownEffect): HoldOptions["release"] {
    return this.handlingOf(effect)?.hold?.release ?? rememberedHandling(effect.intent.id)?.hold?.release;
  }
}
