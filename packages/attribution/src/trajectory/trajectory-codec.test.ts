import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  isLabelled,
  parseTrajectories,
  parseTrajectory,
  stringifyTrajectory,
  TrajectoryFormatError,
} from "./index.ts";
import type { Step, Trajectory } from "./index.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u2028\u2029\u0085", "\ud800", "a\udfff", "line\r\nline", "\u0000", "__proto__"),
);
const time = fc
  .date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
// Through JSON once more: it has no -0.
const json = fc.json().map((value): unknown => JSON.parse(JSON.stringify(JSON.parse(value))));

const origin = fc.record(
  { node: text, taskId: text, superstep: fc.integer(), namespace: text, before: text, after: text },
  { requiredKeys: ["node", "taskId", "superstep", "namespace", "before"] },
);
const toolCall = fc.record({ name: text, args: json, id: text }, { requiredKeys: ["name", "args"] });
const stepWithoutIndex: fc.Arbitrary<Omit<Step, "index">> = fc.record(
  {
    agent: text,
    content: text,
    kind: fc.constantFrom<NonNullable<Step["kind"]>[]>("user", "model", "tool", "other"),
    toolCalls: fc.array(toolCall, { maxLength: 3 }),
    error: fc.record({ name: text, message: text }),
    startedAt: time,
    endedAt: time,
    origin,
  },
  { requiredKeys: ["agent", "content"] },
);
const trajectoryOf = (steps: readonly Omit<Step, "index">[]): fc.Arbitrary<Trajectory> =>
  fc.record(
    {
      id: text,
      group: text,
      task: text,
      steps: fc.constant(steps.map((step, index) => ({ index, ...step }))),
      outcome: fc.record({ ok: fc.boolean(), reason: text }, { requiredKeys: ["ok"] }),
      label: fc.record(
        { decisiveStep: fc.nat(steps.length - 1), decisiveAgent: text, reason: text },
        { requiredKeys: ["decisiveStep"] },
      ),
    },
    { requiredKeys: ["id", "task", "steps"] },
  );
const trajectory = fc.array(stepWithoutIndex, { minLength: 1, maxLength: 6 }).chain(trajectoryOf);

const plain: Trajectory = {
  id: "t-1",
  task: "Add 2 and 3.",
  steps: [
    { index: 0, agent: "planner", content: "2 + 3" },
    { index: 1, agent: "worker", content: "6" },
  ],
};
const changed = (change: object): string =>
  JSON.stringify({ ...JSON.parse(stringifyTrajectory(plain)), ...change });
const failure = (line: string, lineNumber?: number): TrajectoryFormatError => {
  try {
    parseTrajectory(line, lineNumber);
  } catch (error) {
    if (error instanceof TrajectoryFormatError) return error;
    throw error;
  }
  throw new Error("Expected the line to be refused.");
};

describe("the trajectory codec", () => {
  it("reads back whatever it wrote, whatever the text", () => {
    fc.assert(
      fc.property(trajectory, (original) => {
        expect(parseTrajectory(stringifyTrajectory(original))).toEqual(original);
      }),
    );
  });

  it("writes one line, even for readers that split on Unicode's line breaks", () => {
    fc.assert(
      fc.property(trajectory, (original) => {
        expect(stringifyTrajectory(original)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
      }),
    );
  });

  it("writes equal trajectories as equal lines, whatever the order of their keys", () => {
    const { id, task, steps } = plain;
    expect(stringifyTrajectory({ steps, task, id })).toBe(stringifyTrajectory(plain));
  });

  it("keeps content of millions of characters", () => {
    const content = "é\ud83d\ude00\u2028".repeat(1_000_000);
    const long: Trajectory = { ...plain, steps: [{ index: 0, agent: "tool", content }] };
    expect(parseTrajectory(stringifyTrajectory(long)).steps[0]?.content).toBe(content);
  });

  it("carries its format and version on every line", () => {
    expect(JSON.parse(stringifyTrajectory(plain))).toMatchObject({
      format: "langgraph-rollback/trajectory",
      version: 1,
    });
  });

  it("reads absent arguments of a tool call as null", () => {
    const step: Step = {
      index: 0,
      agent: "worker",
      content: "",
      toolCalls: [{ name: "now", args: undefined }],
    };
    const read = parseTrajectory(stringifyTrajectory({ ...plain, steps: [step] }));
    expect(read.steps[0]?.toolCalls).toEqual([{ name: "now", args: null }]);
  });

  it("ignores keys that it does not know", () => {
    expect(parseTrajectory(changed({ mood: "sunny" }))).toEqual(plain);
  });
});

describe("a file of trajectories", () => {
  const line = stringifyTrajectory(plain);

  it("is read in order, past blank lines, Windows line ends and a byte order mark", () => {
    expect(parseTrajectories(`\uFEFF${line}\r\n\n  \n${line}\n`)).toEqual([plain, plain]);
    expect(parseTrajectories("")).toEqual([]);
  });

  it("is refused with the number of the bad line", () => {
    expect(() => parseTrajectories(`${line}\n\n{"format"`)).toThrow(/line 3/);
  });
});

describe("a refused line", () => {
  it("says that a newer version needs an upgrade", () => {
    const error = failure(changed({ version: 2 }), 7);
    expect(error).toMatchObject({ code: "TRAJECTORY_FORMAT", line: 7, field: "version" });
    expect(error.message).toBe(
      "Trajectory (line 7, `version`): expected 1, got 2. The file is newer than this package: upgrade @langgraph-rollback/attribution.",
    );
  });

  it.each([
    ["a line cut short", '{"format":', "", /expected one JSON object/],
    ["JSON that is no object", "[]", "format", /got nothing/],
    ["another format", changed({ format: "other" }), "format", /got "other"/],
    ["a version that never was", changed({ version: "1" }), "version", /got "1"/],
    ["a missing field", changed({ task: undefined }), "task", /expected string, got nothing/],
    [
      "a mistyped field",
      changed({ steps: [{ index: 0, agent: 7, content: "" }] }),
      "steps[0].agent",
      /got 7/,
    ],
    [
      "an unknown kind",
      changed({ steps: [{ index: 0, agent: "a", content: "", kind: "x" }] }),
      "steps[0].kind",
      /got "x"/,
    ],
    [
      "a local time",
      changed({ steps: [{ ...plain.steps[0], endedAt: "2026-01-01T00:00:00+02:00" }] }),
      "steps[0].endedAt",
      /ISO/,
    ],
    [
      "a step out of place",
      changed({ steps: [plain.steps[1]] }),
      "steps[0].index",
      /expected 0, its position, got 1/,
    ],
    ["a label past the end", changed({ label: { decisiveStep: 2 } }), "label.decisiveStep", /0\.\.1, got 2/],
    [
      "a label of nothing",
      changed({ steps: [], label: { decisiveStep: 0 } }),
      "label.decisiveStep",
      /without steps/,
    ],
  ])("names the field and the value: %s", (_, line, field, message) => {
    const error = failure(line);
    expect(error.field).toBe(field);
    expect(error.message).toMatch(message);
  });

  it("shortens a long value", () => {
    expect(failure(changed({ steps: "x".repeat(10_000) })).message.length).toBeLessThan(250);
  });

  it("keeps the cause of a syntax error", () => {
    expect(failure("{").cause).toBeInstanceOf(SyntaxError);
  });
});

describe("stringifyTrajectory", () => {
  it("refuses a trajectory that could not be read back", () => {
    const misplaced: Trajectory = { ...plain, steps: [{ index: 3, agent: "a", content: "" }] };
    expect(() => stringifyTrajectory(misplaced)).toThrow(/`steps\[0\]\.index`/);
  });
});

describe("isLabelled", () => {
  it("tells labelled trajectories from the rest", () => {
    expect(isLabelled(plain)).toBe(false);
    expect(isLabelled({ ...plain, label: { decisiveStep: 1 } })).toBe(true);
  });
});
