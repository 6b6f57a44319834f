import type { EffectHandling } from "./effect-options.ts";

const REMEMBERED = 1000;

/** By the effect's id, newest last. */
const remembered = new Map<string, EffectHandling>();

/**
 * @internal Remembers how an effect is undone if that was declared where the effect was made. Such a declaration may close over values, so it holds
 * for this effect and this process only. All but the newest thousand are forgotten.
 */
export function rememberHandling(id: string, handling: EffectHandling): void {
  remembered.delete(id);
  remembered.set(id, handling);
  const oldest = remembered.keys().next();
  if (remembered.size > REMEMBERED && oldest.done === false) remembered.delete(oldest.value);
}

/** @internal How an effect is undone, if this process has seen it declared. */
export const rememberedHandling = (id: string): EffectHandling | undefined => remembered.get(id);
