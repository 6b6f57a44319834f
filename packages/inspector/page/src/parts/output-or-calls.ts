import type { StepView } from "../../../src/shared/view/thread-view.ts";

/** Content of a step's row: the beginning of its output, and its tool calls. */
export function outputOrCalls({ summary, tools }: Pick<StepView, "summary" | "tools">): string {
  if (tools.length === 0) return summary;
  const called = `→ ${tools.join(", ")}`;
  return summary === "" ? called : `${summary} ${called}`;
}
