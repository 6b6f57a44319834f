import { describe, expect, it } from "vitest";

import { PilotFormatError } from "../errors/pilot-format-error.ts";
import { pilotAdvice } from "./pilot-advice.ts";
import { pilotFigures, type PilotTask } from "./pilot-figures.ts";
import { parsePilotReport, type PilotReport } from "./pilot-report.ts";

const tasks: readonly PilotTask[] = [
  { right: false, rejected: true, rightAfter: true, steps: 3, stepsRedone: 1, verdictTokens: 900 },
  { right: true, rejected: false, rightAfter: true, steps: 3, stepsRedone: 0 },
];

const report: PilotReport = {
  format: "langgraph-rollback/pilot",
  version: 1,
  leftOut: [{ task: "task-3", why: "truth-failed", detail: "no answer is stored" }],
  rollback: pilotFigures(tasks),
  restart: null,
  advice: pilotAdvice(tasks),
};

const parsed = (change: object) => () => parsePilotReport(JSON.stringify({ ...report, ...change }));

describe("parsePilotReport", () => {
  it("gives back what was written, with restarts and money or without", () => {
    expect(parsed({})()).toEqual(report);
    const priced = { ...report.rollback, verdictMoney: 0.25 };
    expect(parsed({ restart: priced })().restart).toEqual(priced);
  });

  it.each([
    [
      "a newer version",
      { version: 2 },
      "version",
      /`version`: .* got 2\. If a newer version wrote the file, /,
    ],
    ["what recorded runs show", { format: "langgraph-rollback/recorded-pilot" }, "format", /recorded-pilot/],
    ["a count that is none", { rollback: { ...report.rollback, steps: "3" } }, "rollback.steps", /got "3"/],
    ["advice that is none", { advice: { kind: "on", sentence: "" } }, "advice.sentence", /got ""/],
    [
      "advice of any length",
      { advice: { kind: "on", sentence: "x".repeat(1001) } },
      "advice.sentence",
      /1000/,
    ],
    ["no restarts and no null", { restart: undefined }, "restart", /got nothing/],
  ])("refuses %s, and names the field", (_, change, field, message) => {
    expect(parsed(change)).toThrow(PilotFormatError);
    expect(parsed(change)).toThrow(expect.objectContaining({ code: "PILOT_FORMAT", field }));
    expect(parsed(change)).toThrow(message);
  });

  it("refuses text that is no JSON", () => {
    expect(() => parsePilotReport("19 tasks.")).toThrow(/^Pilot on tasks: expected one JSON object, got 9/i);
  });
});
