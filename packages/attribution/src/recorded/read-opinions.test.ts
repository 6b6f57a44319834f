import { describe, expect, it } from "vitest";
import path from "node:path";

import { OpinionFormatError, opinionsOf, parseOpinions, readOpinions } from "../index.ts";

const SAMPLE = path.join(import.meta.dirname, "fixtures/opinions.jsonl");

describe("readOpinions", () => {
  it("reads marks, scores, verdicts on the run and labels, and passes over a blank line", async () => {
    const runs = await readOpinions(SAMPLE);
    expect(runs.map(({ id }) => id)).toEqual(["made-up-1", "made-up-2", "made-up-3"]);
    expect(runs[0]).toEqual({
      id: "made-up-1",
      length: 4,
      outcome: -1,
      stepLabels: [1, 0, -1, -1],
      decisiveStep: 2,
      opinions: new Map([
        ["judge-a", { kind: "marks", run: -1, steps: [1, 0, -1, -1] }],
        ["judge-b", { kind: "marks", run: 1, steps: [1, 1, null, 0] }],
      ]),
    });
    expect(runs[1]?.opinions.get("judge-c")).toEqual({ kind: "scores", steps: [0.7, 0.2, 0] });
    expect(runs[2]?.decisiveStep).toBeUndefined();
    expect(runs[2]?.opinions.get("judge-b")).toEqual({ kind: "marks", steps: [1, 1] });
  });

  it("leaves the file system's errors as they are", async () => {
    await expect(readOpinions(`${SAMPLE}.not`)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("opinionsOf", () => {
  it("takes one judge's opinions, by trajectory id, and leaves out runs without its opinion", async () => {
    const runs = await readOpinions(SAMPLE);
    expect([...opinionsOf(runs, "judge-b").keys()]).toEqual(["made-up-1", "made-up-3"]);
    expect(opinionsOf(runs, "judge-d").size).toBe(0);
  });
});

describe("parseOpinions", () => {
  it("takes the length from what stands there, and scores over marks of the same judge", () => {
    const line = { id: "x", marks: { a: { steps: [1, -1] } }, scores: { a: [0, 1] } };
    const [run] = parseOpinions(`\uFEFF${JSON.stringify(line)}\r\n`);
    expect(run?.length).toBe(2);
    expect(run?.opinions.get("a")).toEqual({ kind: "scores", steps: [0, 1] });
  });

  it.each([
    ["no JSON", "{", ""],
    ["no id", { marks: { a: { steps: [1] } } }, "id"],
    ["a mark of another value", { id: "x", marks: { a: { steps: [2] } } }, "marks.a.steps.0"],
    ["a mark that is missing", { id: "x", marks: { a: { steps: [] } } }, "marks.a.steps"],
    ["a score above 1", { id: "x", scores: { a: [1.5] } }, "scores.a.0"],
    [
      "opinions of different lengths",
      { id: "x", marks: { a: { steps: [1] }, b: { steps: [1, 1] } } },
      "marks.b.steps",
    ],
    ["an opinion of another length than the run", { id: "x", length: 2, scores: { a: [1] } }, "scores.a"],
    ["labels of another length", { id: "x", length: 2, stepLabels: [1] }, "stepLabels"],
    ["a decisive step outside the run", { id: "x", length: 2, decisiveStep: 2 }, "decisiveStep"],
    ["no length", { id: "x" }, "marks"],
  ])("refuses %s, and names line and field", (_, value, field) => {
    const bad = typeof value === "string" ? value : JSON.stringify(value);
    const text = `{"id":"first","length":1}\n\n${bad}\n`;
    const parsing = () => parseOpinions(text);
    expect(parsing).toThrow(OpinionFormatError);
    expect(parsing).toThrow(expect.objectContaining({ code: "OPINION_FORMAT", line: 3, field }));
  });

  it("refuses an id that comes twice", () => {
    expect(() => parseOpinions('{"id":"x","length":1}\n{"id":"x","length":1}')).toThrow('got "x" again');
  });
});
