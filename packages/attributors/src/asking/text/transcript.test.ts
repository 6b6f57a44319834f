import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { terseTexts } from "./transcript.ts";

const run = (task: string, ...contents: readonly string[]): Trajectory => ({
  id: "run",
  task,
  steps: contents.map((content, index) => ({ index, agent: "a", content })),
});
const labelsOf = (trajectory: Trajectory, from = 0) =>
  terseTexts({ trajectory }, undefined, trajectory.steps.slice(from)).map(({ label }) => label);

describe("what is shown of a run whose trace is written tersely", () => {
  it("is the task, the right answer, the reason, then the trace", () => {
    const trajectory = { ...run("Sum up.", "Done."), outcome: { ok: false, reason: "No sum." } };
    const texts = terseTexts({ trajectory, groundTruth: "5" }, undefined);
    expect(texts).toEqual([
      { label: "task", text: '"Sum up."' },
      { label: "right answer", text: '"5"' },
      { label: "rejection", text: '"No sum."' },
      { label: "trace", text: "1 a\n Done." },
    ]);
  });

  it.each(["Sum up 2 and 3.", "  Sum up 2 and 3.\nShow your work.", "Sum up 2 and 3. Please!"])(
    "has the task once where the first step begins with it: %j",
    (content) => {
      expect(labelsOf(run("Sum up 2 and 3.\n", content, "5"))).toEqual(["trace"]);
    },
  );

  it.each(["Please: Sum up 2 and 3.", "Sum up 2 and 3.5.", "Sum up 2", "sum up 2 and 3."])(
    "has the task by itself where the first step only looks like it: %j",
    (content) => {
      expect(labelsOf(run("Sum up 2 and 3.", content, "5"))).toEqual(["task", "trace"]);
    },
  );

  it("has the task by itself where the step that holds it is not shown, or there is none", () => {
    expect(labelsOf(run("Sum up.", "Sum up.", "5"), 1)).toEqual(["task", "trace"]);
    expect(labelsOf(run("Sum up.", "5", "Sum up."))).toEqual(["task", "trace"]);
    expect(labelsOf(run("", "", "5"))).toEqual(["task", "trace"]);
  });

  it("shows steps redacted as the run has them", () => {
    const redact = (text: string) => text.replaceAll(/KEY\n\d+/g, "[key]");
    const [, trace] = terseTexts({ trajectory: run("t", "use KEY\n123 now") }, redact);
    expect(trace?.text).toBe("1 a\n use [key] now");
  });
});
