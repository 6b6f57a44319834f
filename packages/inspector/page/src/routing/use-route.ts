import { useSyncExternalStore } from "react";

import { hrefOf, parseRoute, type Route } from "./route.ts";

/** Browsers refuse to be given a new address a hundred times in half a minute; a held key asks for more. */
const SETTLING = 200;

let current = globalThis.location.hash;
let pending: ReturnType<typeof setTimeout> | undefined;

/** Where the page is, as it changes. */
export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(listen, () => current));
}

/**
 * Goes to another place; `replace` leaves no entry behind for the back button, as for a moved selection. The address
 * follows once the selection rests.
 */
export function goTo(route: Route, how: "push" | "replace" = "push"): void {
  const href = hrefOf(route);
  if (href === current) return;
  if (how === "push") {
    settle();
    globalThis.history.pushState(undefined, "", href);
  } else {
    clearTimeout(pending);
    pending = setTimeout(settle, SETTLING);
  }
  move(href);
}

/** Writes the address that a moved selection still owes. */
function settle(): void {
  if (pending === undefined) return;
  clearTimeout(pending);
  pending = undefined;
  globalThis.history.replaceState(undefined, "", current);
}

const listeners = new Set<() => void>();

function move(href: string): void {
  current = href;
  for (const changed of listeners) changed();
}

/** A link, the back button, or somebody's typing. */
function follow(): void {
  clearTimeout(pending);
  pending = undefined;
  move(globalThis.location.hash);
}

function listen(changed: () => void): () => void {
  if (listeners.size === 0) {
    // It may have changed while nobody listened.
    current = globalThis.location.hash;
    globalThis.addEventListener("hashchange", follow);
    globalThis.addEventListener("pagehide", settle);
    // A link leaves the address behind in the history as it stands.
    globalThis.addEventListener("click", settle, true);
  }
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    globalThis.removeEventListener("hashchange", follow);
    globalThis.removeEventListener("pagehide", settle);
    globalThis.removeEventListener("click", settle, true);
  };
}
