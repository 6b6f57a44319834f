import { pilotFigures, type PilotReport, type PilotTask } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { taskPilotNotes, taskPilotRule, taskPilotTable } from "./task-pilot-words.ts";

const recovered: PilotTask = { right: false, rejected: true, rightAfter: true, steps: 4, stepsRedone: 2 };
const accepted: PilotTask = { right: true, rejected: false, rightAfter: true, steps: 4, stepsRedone: 0 };
const spoilt: PilotTask = { ...recovered, right: true, rightAfter: false };

const report = (tasks: readonly PilotTask[], restarts?: readonly PilotTask[]): PilotReport => ({
  format: "langgraph-rollback/pilot",
  version: 1,
  leftOut: [],
  rollback: pilotFigures(tasks),
  restart: restarts === undefined ? null : pilotFigures(restarts),
  advice: { kind: "on", sentence: "Leave rollback on." },
});

describe("the words of a pilot on tasks", () => {
  it("set rollbacks and restarts side by side, each share with its interval", () => {
    const restarts = [{ ...recovered, stepsRedone: 4 }, accepted, accepted];
    expect(taskPilotTable(report([recovered, accepted, spoilt], restarts))).toEqual({
      head: ["figure", "rollback", "restart"],
      rows: [
        ["right at first", "2 of 3 (9-99 %)", "2 of 3 (9-99 %)"],
        ["right in the end", "2 of 3 (9-99 %)", "3 of 3 (29-100 %)"],
        ["wrong ones caught", "1 of 1 (3-100 %)", "1 of 1 (3-100 %)"],
        ["wrong ones recovered", "1 of 1 (3-100 %)", "1 of 1 (3-100 %)"],
        ["right ones redone", "1 of 2 (1-99 %)", "0 of 2 (0-84 %)"],
        ["right ones spoilt", "1 of 2 (1-99 %)", "0 of 2 (0-84 %)"],
        ["steps redone, of the first attempts'", "4: 33 %", "4: 33 %"],
      ],
    });
  });

  it("leave out restarts that were not tried, and show what verdicts cost where it is known", () => {
    const { head, rows } = taskPilotTable(
      report([{ ...recovered, verdictTokens: 900, verdictMoney: 0.25 }, accepted]),
    );
    expect(head).toEqual(["figure", "rollback"]);
    expect(rows.slice(-2)).toEqual([
      ["tokens of verdicts, all attempts", "900"],
      ["money for these tokens", "0.25"],
    ]);
  });

  it("hold what was recovered against what was spoilt, where there is both to lose and to gain", () => {
    expect(taskPilotRule(report([recovered, accepted, spoilt]))).toBe(
      "Of wrong ones 100 % were recovered, of right ones 50 % spoilt: that is 2.0 to 1. It pays above 2.0 to 1.",
    );
    expect(taskPilotRule(report([recovered, accepted]))).toContain("none was spoilt.");
    expect(taskPilotRule(report([accepted]))).toBeUndefined();
  });

  it("name the first task that was left out, in a line that is not too long", () => {
    const leftOut = [
      { task: "task-1", why: "truth-failed", detail: `no\nanswer ${"x".repeat(1000)}` },
      { task: "task-2", why: "truth-failed", detail: "" },
    ];
    const [head, left = ""] = taskPilotNotes({ ...report([accepted]), leftOut });
    expect(head).toMatch(/^1 task\. /);
    expect(left).toMatch(/^Left out 2\. The first, task-1: truth-failed, no answer x+…$/);
    expect(left.length).toBeLessThan(400);
  });
});
