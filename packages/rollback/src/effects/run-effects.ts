import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { Clock } from "../langgraph/clock.ts";
import { EffectsUnreadableError } from "../errors/effects-unreadable-error.ts";
import type { EffectHandling } from "./declaring/effect-options.ts";
import { rememberedHandling, rememberHandling } from "./declaring/declared-in-code.ts";
import type { ResolvedEffects } from "./declaring/resolve-effects.ts";
import { EffectJournal } from "./journal/effect-journal.ts";
import { afterMark, type KnownEffect } from "./journal/known-effect.ts";
import type { Intent, Mark, NewMark } from "./journal/mark.ts";

/** @internal The effects of one run: what its journal holds, as far as this process knows it, and what is under way. */
export class RunEffects {
  readonly run: string;
  readonly threadId: string;
  readonly options: ResolvedEffects;
  readonly clock: Clock;
  readonly #journal: EffectJournal;
  readonly #known = new Map<string, KnownEffect>();
  readonly #open = new Map<string, Promise<void>>();
  readonly #ofTools: ReadonlyMap<string, EffectHandling>;
  /** Failures to note down how an act ended, which are nobody's result. */
  readonly problems: unknown[] = [];

  /** @param ofTools how the graph's own tools are undone, by their names */
  constructor(
    options: ResolvedEffects,
    place: { readonly saver: BaseCheckpointSaver; readonly threadId: string; readonly run: string },
    clock: Clock,
    ofTools: ReadonlyMap<string, EffectHandling> = new Map(),
  ) {
    this.#ofTools = ofTools;
    this.options = options;
    this.run = place.run;
    this.threadId = place.threadId;
    this.clock = clock;
    this.#journal = new EffectJournal(place.saver, place.threadId, place.run, clock);
  }

  /** In the order in which they began. */
  get all(): readonly KnownEffect[] {
    return [...this.#known.values()];
  }

  of(id: string): KnownEffect | undefined {
    return this.#known.get(id);
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /**
   * Reads the journal anew: another process may have added to it.
   * @throws {EffectsUnreadableError} if some of it cannot be read
   */
  async load(): Promise<void> {
    const { marks, unreadable } = await this.#journal.read();
    if (unreadable > 0) throw new EffectsUnreadableError(this.threadId, unreadable);
    const read = new Map<string, KnownEffect>();
    for (const mark of marks) fold(read, mark);
    for (const [id, effect] of read) {
      const own = this.#known.get(id)?.result;
      // The result as the tool gave it, where this process saw it: a serialiser may give back less.
      this.#known.set(id, own === undefined ? effect : { ...effect, result: own });
    }
  }

  /** A value as the journal would give it back. */
  asStored(value: unknown): Promise<unknown> {
    return this.#journal.asStored(value);
  }

  /** Stores a mark and knows it from then on. */
  async add(mark: NewMark): Promise<void> {
    fold(this.#known, await this.#journal.add(mark));
  }

  /** Knows a mark that could not be stored: what it says has happened all the same. */
  know(mark: NewMark, order: number): void {
    fold(this.#known, { ...mark, order });
  }

  /** An act is under way until this is resolved. */
  hold(id: string, ended: Promise<void>): void {
    this.#open.set(id, ended);
    void ended.finally(() => this.#open.delete(id));
  }

  /** Waits for acts that are under way, up to a time. */
  async settled(): Promise<void> {
    if (this.#open.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.options.openTimeout);
    });
    await Promise.race([Promise.allSettled(this.#open.values()), over]);
    clearTimeout(timer);
  }

  /** Remembers how an effect is undone, where the options do not say it. */
  declare({ id, kind, name }: Intent, handling: EffectHandling | undefined): void {
    if (handling !== undefined && this.options.handlingOf(kind, name) === undefined)
      rememberHandling(id, handling);
  }

  /** How an effect is undone, as far as this process knows. */
  handlingOf({ intent: { id, kind, name } }: KnownEffect): EffectHandling | undefined {
    const ofTool = kind === "tool" ? this.#ofTools.get(name) : undefined;
    return this.options.handlingOf(kind, name) ?? rememberedHandling(id) ?? ofTool;
  }
}

function fold(known: Map<string, KnownEffect>, mark: Mark): void {
  const effect = afterMark(known.get(mark.id), mark);
  if (effect !== undefined) known.set(mark.id, effect);
}
