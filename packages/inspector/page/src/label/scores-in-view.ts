import { useEffect } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";

/** Key in the browser's store, which lasts as long as the tab is open, so that reading the page again changes nothing. */
const KEY = "langgraph-rollback: attempts whose scores were in view";

const seen = new Set<string>(stored());

/** Whether scores or the set of an attempt have been in view on this visit. */
export function wereScoresInView(id: AttemptId): boolean {
  return seen.has(attemptKey(id));
}

/** Notes that scores or the set of an attempt are in view. */
export function useScoresInView(id: AttemptId, areInView: boolean): void {
  const key = attemptKey(id);
  useEffect(() => {
    if (!areInView || seen.has(key)) return;
    seen.add(key);
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...seen]));
    } catch {
      // The browser keeps nothing for this page: it is known until the page is read again.
    }
  }, [key, areInView]);
}

function stored(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
