import type { StepView } from "../../../src/shared/view/thread-view.ts";

/** What a row shows of a step: the beginning of what it said, and the tools that it asked for. */
export function saidOrCalled({ summary, tools }: Pick<StepView, "summary" | "tools">): string {
  if (tools.length === 0) return summary;
  const called = `→ ${tools.join(", ")}`;
  return summary === "" ? called : `${summary} ${called}`;
}
