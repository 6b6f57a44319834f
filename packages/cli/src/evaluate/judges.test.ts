import { parseOpinions } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { chooseJudges } from "./judges.ts";

const runs = parseOpinions(
  [
    { id: "one", marks: { a: { steps: [1] }, b: { steps: [1] } } },
    { id: "two", marks: { a: { steps: [1] }, c: { steps: [1] } } },
  ]
    .map((line) => JSON.stringify(line))
    .join("\n"),
);

describe("chooseJudges", () => {
  it("takes all judges with a verdict on every run, in the order of the file, and names the others", () => {
    expect(chooseJudges(runs, ["one", "two"])).toEqual({ names: ["a"], leftOut: ["b", "c"] });
    expect(chooseJudges(runs, ["one"])).toEqual({ names: ["a", "b"], leftOut: ["c"] });
  });

  it("takes the named ones, in that order", () => {
    expect(chooseJudges(runs, ["one"], ["b", "a"])).toEqual({ names: ["b", "a"], leftOut: [] });
  });

  it.each([
    [["d"], 'of a,b,c, got "d"'],
    [["b"], 'opinion of "b" on every labelled run, got none on "two" and 0 more'],
  ])("refuses %j", (asked, message) => {
    const choosing = () => chooseJudges(runs, ["one", "two"], asked);
    expect(choosing).toThrow(EvaluationError);
    expect(choosing).toThrow(message);
  });

  it("refuses a file in which no judge has a verdict on every run", () => {
    expect(() => chooseJudges(runs, ["one", "two", "three"])).toThrow("on every labelled run, got none");
  });
});
