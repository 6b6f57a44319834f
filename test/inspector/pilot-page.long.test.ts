import { calibrateVerifier } from "@langgraph-rollback/attribution";
import type { ThreadView } from "@langgraph-rollback/inspector";
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

describe.skipIf(noBrowser !== undefined)(`the pilot page${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

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
    const { labels, visit } = await sampleInspector(SAMPLE, judged("judge-1"), calibrated("judge-1"));
    await labels.add(label("t-1", "wrong"));
    const page = await visit(browser(), "#/pilot", look);
    await page.getByRole("row", { name: "runs judged" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
