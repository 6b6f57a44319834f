import { useSyncExternalStore } from "react";

import { hrefOf, parseRoute, type Route } from "./route.ts";

/** Browsers refuse to be given a new address a hundred times in half a minute; a held key asks for more. */
const SETTLING = 200;

let current = globalThis.location.hash;
/** The address as the browser had it when it was last read or written here. */
let known = current;
let pending: ReturnType<typeof setTimeout> | undefined;

/** Place of the page, as it changes. */
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
    known = globalThis.location.hash;
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
  // Somebody has gone elsewhere, and the event that tells of it is still to come.
  if (globalThis.location.hash !== known) return;
  globalThis.history.replaceState(undefined, "", current);
  known = globalThis.location.hash;
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
  known = globalThis.location.hash;
  move(known);
}

function listen(changed: () => void): () => void {
  if (listeners.size === 0) {
    // It may have changed while nobody listened.
    known = globalThis.location.hash;
    current = known;
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
