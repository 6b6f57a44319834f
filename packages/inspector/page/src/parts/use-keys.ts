import { useEffectEvent, useLayoutEffect } from "react";

/** Actions of keys, by `KeyboardEvent.key`. */
export type KeyActions = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/**
 * Listens for single keys on the whole page, but not while somebody types, holds a modifier or reads a dialog.
 * @param isMine whether keys pressed on an element are meant here; default all. For keys that also scroll or move.
 */
export function useKeys(actions: KeyActions, isMine: (target: Element) => boolean = () => true): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isMeantForOthers(event)) return;
    if (event.target instanceof Element && !isMine(event.target)) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action(event);
  });
  // Not after the drawing but with it: what is seen can be acted on.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    globalThis.addEventListener("keydown", listen);
    return () => globalThis.removeEventListener("keydown", listen);
  }, []);
}

function isMeantForOthers(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const { target } = event;
  return target instanceof Element && target.closest("input, textarea, select, dialog[open]") !== null;
}
