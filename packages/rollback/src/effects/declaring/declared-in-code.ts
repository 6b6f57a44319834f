import type { EffectHandling } from "./effect-options.ts";

const REMEMBERED = 1000;

/** By the effect's id, newest last. */
const remembered = new Map<string, EffectHandling>();

/**
 * @internal Remembers how an effect is undone that was declared where it was made. What is declared in code may hold on to values of its own, so that
 * it is known for this effect alone, and to this process alone: it forgets all but the newest thousand.
 */
export function rememberHandling(id: string, handling: EffectHandling): void {
  remembered.delete(id);
  remembered.set(id, handling);
  const oldest = remembered.keys().next();
  if (remembered.size > REMEMBERED && oldest.done === false) remembered.delete(oldest.value);
}

/** @internal How an effect is undone, if this process has seen it declared. */
export const rememberedHandling = (id: string): EffectHandling | undefined => remembered.get(id);
