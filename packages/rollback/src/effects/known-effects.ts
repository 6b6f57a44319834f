import { afterMark, placesOf, type ActPlace, type KnownEffect } from "./journal/known-effect.ts";
import type { EffectMark } from "./journal/mark.ts";

/** @internal Effects as far as their marks tell, in the order in which they began. */
export class KnownEffects {
  readonly #byId = new Map<string, KnownEffect>();
  readonly #bySlot = new Map<string, string[]>();
  readonly #byKey = new Map<string, string[]>();
  readonly #byUserKey = new Map<string, string[]>();
  /** Ids by the namespaces of all tasks and graphs in which an effect has a place. */
  readonly #within = new Map<string, Set<string>>();

  get size(): number {
    return this.#byId.size;
  }

  get all(): readonly KnownEffect[] {
    return [...this.#byId.values()];
  }

  of(id: string): KnownEffect | undefined {
    return this.#byId.get(id);
  }

  /** Those of equal acts of equal executions of a task. */
  inSlot(slot: string): readonly KnownEffect[] {
    return this.#each(this.#bySlot.get(slot));
  }

  /** Those that are one effect for the world. */
  withKey(key: string): readonly KnownEffect[] {
    return this.#each(this.#byKey.get(key));
  }

  withUserKey(userKey: string): readonly KnownEffect[] {
    return this.#each(this.#byUserKey.get(userKey));
  }

  /** Those with a place, now or earlier, in a task or a graph with this namespace or anywhere inside of it. */
  within(namespace: string): readonly KnownEffect[] {
    return this.#each([...(this.#within.get(namespace) ?? [])]);
  }

  /** Knows one more mark. */
  fold(mark: EffectMark): void {
    const effect = afterMark(this.#byId.get(mark.id), mark);
    if (effect !== undefined) this.set(effect);
  }

  set(effect: KnownEffect): void {
    const { id, slot, key, userKey } = effect.intent;
    const before = this.#byId.get(id);
    if (before === undefined) {
      enter(this.#bySlot, slot, id);
      enter(this.#byKey, key, id);
      if (userKey !== undefined) enter(this.#byUserKey, userKey, id);
    }
    this.#byId.set(id, effect);
    const places = placesOf(effect);
    const entered = before === undefined ? 0 : placesOf(before).length;
    this.#enterPlaces(id, places.slice(0, places.length - entered));
  }

  #enterPlaces(id: string, places: readonly ActPlace[]): void {
    for (const { task } of places)
      for (const namespace of around(task.namespace)) {
        const ids = this.#within.get(namespace) ?? new Set();
        this.#within.set(namespace, ids.add(id));
      }
  }

  #each(ids: readonly string[] = []): readonly KnownEffect[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? []);
  }
}

function enter(index: Map<string, string[]>, value: string, id: string): void {
  const ids = index.get(value);
  if (ids === undefined) index.set(value, [id]);
  else ids.push(id);
}

/** @internal A task's namespace, and those of the tasks and graphs around it. */
export function* around(namespace: string): Generator<string, void> {
  yield namespace;
  for (let end = namespace.lastIndexOf("|"); end > 0; end = namespace.lastIndexOf("|", end - 1))
    yield namespace.slice(0, end);
}
