import {
  calibrateVerifier,
  pilotAdvice,
  pilotFigures,
  type PilotReport,
  type PilotTask,
} from "@langgraph-rollback/attribution";
import type { ThreadView } from "@langgraph-rollback/inspector";
import { taskPilotTable } from "@langgraph-rollback/inspector/shared";
import { sampleSource } from "@langgraph-rollback/inspector/testing";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectAddress, expectText } from "./expect-text.ts";
import { sampleInspector } from "./sample-inspector.ts";

const SAMPLE = { threads: 14, lengths: [8] } as const;

const HOSTILE = `<img src=x onerror="globalThis.hacked = true">\u202Eesrever\u202C \u001B[2J ${"unbroken".repeat(2000)}`;

/** The sample's threads as a verifier with scores has judged them: the higher a thread's number, the better. */
async function judgedBy(verifier: string, id: string): Promise<ThreadView | undefined> {
  const view = await sampleSource(SAMPLE).thread(id);
  const score = Number(id.slice(2)) / 100;
  return (
    view && {
      ...view,
      runs: view.runs.map((run) => ({
        ...run,
        attempts: run.attempts.map((attempt) => ({
          ...attempt,
          outcome: attempt.outcome && { ...attempt.outcome, verifier, score },
        })),
      })),
    }
  );
}

const judged = (verifier: string) => ({ thread: async (id: string) => judgedBy(verifier, id) });

const calibrated = (verifier: string) => ({
  verifierCalibration: async () => {
    const verdicts = Array.from({ length: 30 }, (_, index) => ({
      score: 0.05 + index / 50,
      right: index % 3 > 0,
    }));
    return { file: "verifier.json", calibration: calibrateVerifier(verdicts, { verifier, epsilon: 0.1 }) };
  },
});

const label = (thread: string, kind: "right" | "wrong", labeller = "ada") =>
  ({
    thread,
    run: "run-b",
    attempt: 1,
    steps: 8,
    labeller,
    convention: "right-or-wrong",
    verdict: { kind },
  }) as const;

/** Ten tasks: of four wrong ones three were recovered, of six right ones one was spoilt. Restarts spoilt none and took more steps. */
function pilotOnTasks(change: Partial<PilotReport> = {}): PilotReport {
  const task = (right: boolean, rejected: boolean, rightAfter: boolean): PilotTask => {
    return { right, rejected, rightAfter, steps: 4, stepsRedone: rejected ? 2 : 0, verdictTokens: 900 };
  };
  const accepted = task(true, false, true);
  const wrong = [...Array.from({ length: 3 }, () => task(false, true, true)), task(false, false, false)];
  const tasks = [...wrong, task(true, true, false), ...Array.from({ length: 5 }, () => accepted)];
  const restarts = tasks.map((each) => ({ ...each, rightAfter: each.right || each.rightAfter }));
  return {
    format: "langgraph-rollback/pilot",
    version: 1,
    leftOut: [],
    rollback: pilotFigures(tasks),
    restart: pilotFigures(restarts.map((each) => ({ ...each, stepsRedone: 2 * each.stepsRedone }))),
    advice: pilotAdvice(tasks, restarts),
    ...change,
  };
}

const onTasks = (change: Partial<PilotReport> = {}, file = "pilot.json") => ({
  pilot: async () => ({ file, report: pilotOnTasks(change) }),
});

describe.skipIf(noBrowser !== undefined)(`the pilot page${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("shows what each number of retries and each gamma would accept after a failure, and that none is chosen", async () => {
    const verdicts = Array.from({ length: 20 }, (_, at) => ({ score: (at + 1) / 20, right: true }));
    const tasks = verdicts.map(({ score }) => [{ score, right: false }]);
    const retries = { below: 0.1, maxRetries: 1, tasks };
    const calibration = calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.1, retries });
    const file = { file: "verifier.json", calibration };
    const { visit } = await sampleInspector(SAMPLE, {}, { verifierCalibration: async () => file });
    const page = await visit(browser(), "#/pilot");
    await expectText(page, "No gamma is chosen: nothing bounds the wrong results");
    await page.getByRole("row", { name: /^1, 0\.1 none/ }).waitFor();
    await page.getByRole("row", { name: /^1, unbounded/ }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("says what recorded runs show, and what to do next", async () => {
    const { visit } = await sampleInspector(SAMPLE, judged("judge-1"));
    const page = await visit(browser(), "#/threads");
    await page.getByRole("link", { name: "Pilot" }).click();
    await expectAddress(page, "#/pilot");
    await expectText(page, /^Record \d+ more runs to know how often rollback acts/);
    await expectText(page, "Verifier judge-1");
    const figures = page.getByRole("table").first();
    for (const row of ["runs judged", "rejected", "were rolled back", "steps that were redone"])
      await figures.getByRole("row", { name: row }).first().waitFor();
    await expectText(page, "runs without a verdict on the first attempt.");
    expect(await page.getByRole("heading", { name: "Returned results to label" }).count()).toBe(0);
  });

  it("shows above them what a pilot on tasks has found, as the command printed it", async () => {
    const { visit } = await sampleInspector(SAMPLE, judged("judge-1"), onTasks());
    const page = await visit(browser(), "#/pilot");
    const headings = page.getByRole("heading", { level: 2 });
    await expect.poll(() => headings.allTextContents()).toEqual(["On tasks", "On the recorded runs"]);
    await expectText(page, /^Label \d+ more tasks to know: it recovered 3 and spoilt 1 of 10 tasks/);
    await expectText(page, "It pays above 1.5 to 1.");
    const table = page.getByRole("table").first();
    const { head, rows } = taskPilotTable(pilotOnTasks());
    for (const [place, cells] of [head, ...rows].entries())
      expect(await table.getByRole("row").nth(place).locator("th, td").allTextContents()).toEqual(cells);
    await table.getByRole("row", { name: "right ones spoilt 1 of 6 (0-64 %) 0 of 6 (0-46 %)" }).waitFor();
    await expectText(page, "From pilot.json.");
  });

  it("says how to get a pilot on tasks where it was given none", async () => {
    const { visit } = await sampleInspector(SAMPLE, judged("judge-1"));
    const page = await visit(browser(), "#/pilot");
    await expectText(
      page,
      "langgraph-rollback pilot --graph ./agent.js --tasks tasks.jsonl --json pilot.json",
    );
  });

  it("shows the recorded runs if the pilot on tasks cannot be read, and reads it again on request", async () => {
    let isDamaged = true;
    const pilot = async () => {
      if (isDamaged) throw new Error("damaged");
      return onTasks().pilot();
    };
    const { visit } = await sampleInspector(SAMPLE, judged("judge-1"), { pilot });
    const page = await visit(browser(), "#/pilot");
    await expectText(page, "Could not read the pilot on tasks:");
    await page.getByRole("row", { name: "runs judged" }).waitFor();
    isDamaged = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("row", { name: "wrong ones caught" }).waitFor();
  });

  it("shows hostile texts of a pilot on tasks as text", async () => {
    const leftOut = [{ task: HOSTILE, why: HOSTILE, detail: HOSTILE }];
    const hostile = { leftOut, advice: { kind: "on", sentence: HOSTILE.slice(0, 1000) } } as const;
    const { visit } = await sampleInspector(SAMPLE, judged("judge-1"), onTasks(hostile, HOSTILE));
    const page = await visit(browser(), "#/pilot");
    await expectText(page, "Left out 1. The first, <img src=x");
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await overhang(page)).toBe(0);
  });

  it("counts labels, and leads to what is to be labelled next", async () => {
    const { labels, visit } = await sampleInspector(SAMPLE, judged("judge-1"));
    await labels.add(label("t-1", "wrong"));
    await labels.add(label("t-2", "right"));
    await labels.add(label("t-2", "wrong", "grace"));
    const page = await visit(browser(), "#/pilot");
    await page.getByRole("row", { name: "wrong ones accepted 0 of 1 (0-98 %)" }).waitFor();
    await expectText(page, "Labellers disagree on 1 attempt.");
    await page.getByRole("link", { name: "t-1, attempt 2" }).click();
    await expectAddress(page, "#/label/t-1?run=run-b&attempt=2&ask=runs");
    await page.getByRole("button", { name: "Right" }).click();
    await expectText(page, ", attempt 2: the run is right.");
    await page.getByRole("link", { name: "Pilot" }).click();
    await page.getByRole("row", { name: "wrong ones recovered 1 of 1 (3-100 %)" }).waitFor();
    expect(await page.getByRole("link", { name: "t-1, attempt 2" }).count()).toBe(0);
  });

  it("holds the calibration of a verifier against the runs", async () => {
    const { visit } = await sampleInspector(SAMPLE, judged("judge-1"), calibrated("judge-1"));
    const page = await visit(browser(), "#/pilot");
    await expectText(page, "With its calibration, at epsilon 0.1");
    await page.getByRole("columnheader", { name: "right ones rejected" }).waitFor();
    await page.getByRole("row", { name: /^0\.1 0\.09 \d+ of \d+ / }).waitFor();
    const other = await sampleInspector(SAMPLE, judged("judge-1"), calibrated("judge-2"));
    await expectText(await other.visit(browser(), "#/pilot"), "No run here has a score of judge-2");
  });

  it("shows a hostile fingerprint as text", async () => {
    const { visit } = await sampleInspector(SAMPLE, judged(HOSTILE), calibrated(`other ${HOSTILE}`));
    const page = await visit(browser(), "#/pilot");
    await page.getByRole("row", { name: "runs judged" }).waitFor();
    await page.getByRole("heading", { name: "<img src=x" }).waitFor();
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await overhang(page)).toBe(0);
  });

  it.each(LOOKS)("keeps nobody out: $name", async (look) => {
    const inspected = { ...calibrated("judge-1"), ...onTasks() };
    const { labels, visit } = await sampleInspector(SAMPLE, judged("judge-1"), inspected);
    await labels.add(label("t-1", "wrong"));
    const page = await visit(browser(), "#/pilot", look);
    await page.getByRole("row", { name: "runs judged" }).waitFor();
    await page.getByRole("row", { name: "wrong ones caught" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
