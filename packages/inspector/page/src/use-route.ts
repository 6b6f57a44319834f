import { useSyncExternalStore } from "react";

import { hrefOf, parseRoute, type Route } from "./route.ts";

/** Where the page is, as it changes. */
export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(listen, () => globalThis.location.hash));
}

/** Goes to another place; `replace` leaves no entry behind for the back button, as for a moved selection. */
export function goTo(route: Route, how: "push" | "replace" = "push"): void {
  const href = hrefOf(route);
  if (href === globalThis.location.hash) return;
  if (how === "push") globalThis.history.pushState(undefined, "", href);
  else globalThis.history.replaceState(undefined, "", href);
  // Neither of them tells anybody.
  globalThis.dispatchEvent(new HashChangeEvent("hashchange"));
}

function listen(changed: () => void): () => void {
  globalThis.addEventListener("hashchange", changed);
  return () => globalThis.removeEventListener("hashchange", changed);
}
