import { describe, expect, it } from "vitest";

import { sampleTrajectories } from "../testing/index.ts";
import { FEATURE_NAMES, featureChoice, FEATURE_SELECTIONS, stepFeatures } from "./feature-set.ts";
import { surpriseFeatures } from "./surprise-features.ts";

const run = (task: string, ...contents: readonly string[]) => ({
  task,
  steps: contents.map((content, index) => ({ index, agent: `agent-${index % 2}`, content })),
});
/** Values of one feature over the steps. */
const column = (name: string, trajectory: Parameters<typeof stepFeatures>[0]) =>
  stepFeatures(trajectory, [name]).map(([value]) => value);

const tickets = run(
  "Sam buys 12 tickets at $14 and pays $8 more for parking. What is the total?",
  "Multiply 12 by 14, then add 8.",
  "12 * 14 = 158",
  "158 + 8 = 166",
  "The answer is 166.",
);

describe("stepFeatures", () => {
  it("gives one finite number for each feature and step, named once each", () => {
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_NAMES.length);
    for (const trajectory of sampleTrajectories(20, 5)) {
      const rows = stepFeatures(trajectory);
      expect(rows).toHaveLength(trajectory.steps.length);
      expect(rows.every((row) => row.length === FEATURE_NAMES.length && row.every(Number.isFinite))).toBe(
        true,
      );
    }
  });

  it("gives the same numbers for any selection of them", () => {
    const all = stepFeatures(tickets);
    for (const width of FEATURE_SELECTIONS) {
      const names = FEATURE_NAMES.slice(0, width);
      const columns = names.map((name) => FEATURE_NAMES.indexOf(name));
      expect(stepFeatures(tickets, names)).toEqual(all.map((row) => columns.map((index) => row[index])));
    }
  });

  it("gives the same numbers whatever label, group and outcome say", () => {
    const [sample] = sampleTrajectories(1, 6);
    if (sample === undefined) throw new Error("Expected a sample.");
    const { id, steps, task } = sample;
    const told = {
      id,
      task,
      steps,
      group: "g",
      outcome: { ok: true, reason: "1" },
      label: { decisiveStep: 0 },
    };
    expect(stepFeatures(told)).toEqual(stepFeatures({ task, steps }));
  });

  it("takes time in proportion to the text", () => {
    const reads = (steps: number) => {
      let count = 0;
      const trajectory = {
        task: "",
        steps: Array.from({ length: steps }, (_, index) => ({
          index,
          agent: "a",
          get content() {
            count += 1;
            return `step ${index}`;
          },
        })),
      };
      stepFeatures(trajectory);
      return count;
    };
    expect(reads(1000)).toBe(10 * reads(100));
  });
});

describe("features of arithmetic", () => {
  it("point at the first wrong result, and at what was built on it", () => {
    expect(column("firstWrongClaim", tickets)).toEqual([0, 1, 0, 0]);
    expect(column("afterWrongClaim", tickets)).toEqual([0, 0, 1, 1]);
    expect(column("usesWrongResult", tickets)).toEqual([0, 0, 1, 0]);
    expect(column("resultReused", tickets)).toEqual([0, 1, 0, 0]);
    expect(column("resultIsAnswer", tickets)).toEqual([0, 0, 1, 0]);
  });

  it("notice an operand that nobody gave, and forgive the small constants that tasks imply", () => {
    const strange = run(
      "12 boxes of 14 pens, for a year.",
      "12 * 17 = 204",
      "204 * 52 = 10608",
      "2 dozen: 2 * 12 = 24",
    );
    expect(column("strangeOperand", strange)).toEqual([1, 0, 0]);
    expect(column("commonOperand", strange)).toEqual([0, 1, 1]);
  });

  it("know a share of what they know", () => {
    expect(
      column("strangeOperand", run("20% off 80.", "80 * 0.2 = 16", "80 * 0.8 = 64", "80 * 0.7 = 56")),
    ).toEqual([0, 0, 1]);
  });

  it("notice a number of the instruction that the working leaves out", () => {
    const instructed = run("", "Multiply 12 by 14.", "12 * 4 = 48");
    expect(column("instructionNumberMissing", instructed)).toEqual([0, 0.5]);
  });

  it("notice a number of the task that no sum uses, at the last sum", () => {
    expect(
      column("taskNumberMissing", run("Add 3, 4, 5 and 6.", "3 + 4 = 7", "7 + 5 = 12", "So 12.")),
    ).toEqual([0, 0.25, 0]);
  });

  it("notice an operator that the words speak against", () => {
    const left = run("", "How many are left?", "9 + 3 = 12", "Now split them equally: 12 / 3 = 4");
    expect(column("operatorMismatch", left)).toEqual([0, 1, 0]);
  });

  it("notice that a result contradicts an earlier one", () => {
    expect(column("contradiction", run("", "6 * 7 = 42", "6*7 = 43", "6 * 7 = 42"))).toEqual([0, 1, 0]);
  });
});

describe("features of the text", () => {
  it("tell roles from kind, name and text", () => {
    const steps = [
      { index: 0, agent: "human", content: "hi" },
      { index: 1, agent: "Orchestrator (thought)", content: "think" },
      { index: 2, agent: "Orchestrator (-> WebSurfer)", content: "go" },
      { index: 3, agent: "solver", content: "call", kind: "tool" as const },
      { index: 4, agent: "expert", content: "TERMINATE" },
    ];
    const roles = ["user", "thought", "dispatch", "tool", "end"];
    expect(stepFeatures({ task: "", steps }, roles)).toEqual(
      roles.map((_, row) => roles.map((__, at) => Number(at === row))),
    );
  });

  it("see the error in a tool's reply from the step that caused it", () => {
    const failing = run("", "```python\nx\n```", "exitcode: 1\nTraceback", "fine");
    expect(column("toolErrorNext", failing)).toEqual([1, 0, 0]);
    expect(column("code", failing)).toEqual([1, 0, 0]);
  });

  it("trace the words of the answer to the step where they first appear", () => {
    const traced = run("Who?", "Perhaps Ada Lovelace.", "Checking.", "Ada Lovelace");
    expect(column("answerFirst", traced)).toEqual([1, 0, 0]);
    expect(column("hedging", traced).map((value) => (value ?? 0) > 0)).toEqual([true, false, false]);
  });

  it("read the arguments of tool calls, whatever they hold", () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const step = {
      index: 0,
      agent: "a",
      content: "",
      toolCalls: [
        { name: "add", args: { sum: "2 + 2 = 5" } },
        { name: "x", args: loop },
      ],
    };
    expect(column("wrongClaim", { task: "", steps: [step] })).toEqual([1]);
  });
});

describe("features of the shape", () => {
  it("tell a step that is longer than the one before, and than all others", () => {
    const uneven = run("", "one two", "one two three four five six", "one");
    expect(column("lengthUp", uneven).map((value) => (value ?? 0) > 0)).toEqual([false, true, false]);
    expect(column("lengthDown", uneven).map((value) => (value ?? 0) > 0)).toEqual([false, false, true]);
    expect(column("lengthRank", uneven)).toEqual([0.5, 1, 0]);
  });

  it("count symbols and lines", () => {
    const marked = run("", "a=b", "ab\nc", "");
    expect(column("symbols", marked)).toEqual([1 / 3, 0, 0]);
    expect(column("lines", marked)).toEqual([0, Math.log(2), 0]);
  });
});

describe("features of surprise", () => {
  const told = (...means: readonly (number | undefined)[]) => ({
    task: "",
    steps: means.map((mean, index) => ({
      index,
      agent: "a",
      content: "",
      ...(mean === undefined
        ? {}
        : { logprobs: { tokens: 2, mean, least: 2 * mean, unlikely: -mean / 10, argumentEntropy: -mean } }),
    })),
  });

  it("are high where a model was unsure, and the mean of the run where nothing was recorded", () => {
    const trajectory = told(-1, undefined, -3);
    expect(column("surpriseMean", trajectory)).toEqual([
      Math.log1p(1),
      (Math.log1p(1) + Math.log1p(3)) / 2,
      Math.log1p(3),
    ]);
    expect(column("surpriseMost", trajectory)[2]).toBe(Math.log1p(6));
    expect(column("surpriseShare", trajectory)).toEqual([0.1, 0.2, 0.3]);
    expect(column("surpriseArguments", trajectory)).toEqual([1, 2, 3]);
  });

  it("are alike in a run without log-probabilities", () => {
    expect(column("surpriseMean", told(undefined, undefined))).toEqual([0, 0]);
  });

  it("are chosen only where a run has log-probabilities, right after the positions", () => {
    expect(featureChoice(false)).toEqual({ names: FEATURE_NAMES, widths: FEATURE_SELECTIONS });
    const { names, widths } = featureChoice(true);
    const [positions = 0, more = 0] = widths;
    expect(names.slice(positions, more)).toEqual(surpriseFeatures.names);
    expect(names.filter((name) => !FEATURE_NAMES.includes(name))).toEqual(surpriseFeatures.names);
    expect(widths.at(-1)).toBe(names.length);
  });
});

describe("features of change", () => {
  it("notice what a list loses from one step to the next", () => {
    const sorting = run("Sort cat ant bee.", "cat ant bee", "ant cat bee", "ant bee");
    expect(column("lost", sorting)).toEqual([0, 0, Math.log(2)]);
    expect(column("dropped", sorting)).toEqual([0, 0, 1 / 3]);
    expect(column("taskCoverLost", sorting)).toEqual([0, 0, 0.25]);
  });

  it("notice what a step puts in", () => {
    expect(column("gained", run("", "[ (", "[ ( {", "[ ( { <"))).toEqual([0, Math.log(2), Math.log(2)]);
  });
});
