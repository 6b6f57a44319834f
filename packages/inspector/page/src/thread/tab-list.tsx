import type { KeyboardEvent, ReactNode } from "react";

import { type Tab, TABS } from "./selection.ts";

const LABELS: Record<Tab, string> = {
  summary: "Summary",
  input: "Input",
  state: "State",
  diff: "Diff",
  why: "Why",
  raw: "Raw",
};

/** The views of a step. Left and right move between them, as everywhere; so do the keys 1 to 6 on the whole page. */
export function TabList({
  tab,
  onTab,
}: {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}): ReactNode {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? tab;
    onTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus
    <div className="tabs" role="tablist" aria-label="Views of the step" onKeyDown={move}>
      {TABS.map((each, index) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`tab-${each}`}
          aria-selected={each === tab}
          aria-controls="step-panel"
          tabIndex={each === tab ? 0 : -1}
          title={`${LABELS[each]} (${index + 1})`}
          onClick={() => onTab(each)}
        >
          {LABELS[each]}
        </button>
      ))}
    </div>
  );
}
