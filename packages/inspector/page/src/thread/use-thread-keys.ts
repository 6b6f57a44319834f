import { useKeys } from "../parts/use-keys.ts";
import { goTo } from "../routing/use-route.ts";
import { compareRoute } from "./outcome-header.tsx";
import { attemptBy, routeTo, type Selection, stepBy, TABS } from "./selection.ts";

/** The keys of the page of a thread. */
export function useThreadKeys(thread: string, selection: Selection, canLabel: boolean): void {
  const go = (change: Parameters<typeof routeTo>[2]) => goTo(routeTo(thread, selection, change), "replace");
  const step = (by: number) => () => go({ step: stepBy(selection, by) });
  const attempt = (by: 1 | -1) => () => {
    const next = attemptBy(selection, by);
    if (next !== undefined) go({ attempt: next.attempt });
  };
  const { run, attempt: at } = selection;
  useKeys({
    j: step(1),
    k: step(-1),
    "[": attempt(-1),
    "]": attempt(1),
    c: run.attempts.length > 1 ? () => goTo(compareRoute(thread, selection)) : undefined,
    l: canLabel ? () => goTo({ page: "label", thread, run: run.run, attempt: at.attempt }) : undefined,
    ...Object.fromEntries(TABS.map((tab, index) => [String(index + 1), () => go({ tab })])),
  });
  useKeys(
    {
      ArrowDown: step(1),
      ArrowUp: step(-1),
      PageDown: step(10),
      PageUp: step(-10),
      Home: step(-Infinity),
      End: step(Infinity),
    },
    isOfSteps,
  );
}

/** Elsewhere these keys scroll, or move between tabs. */
function isOfSteps(target: Element): boolean {
  return target === document.body || target.matches("main") || target.closest('[role="listbox"]') !== null;
}
