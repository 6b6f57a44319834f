import type { Calibration } from "@langgraph-rollback/attribution";
import { failuresAt } from "@langgraph-rollback/attribution/testing";
import { sampleSource } from "@langgraph-rollback/inspector/testing";
import { describe, expect, it } from "vitest";

import { seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectText } from "./expect-text.ts";
import { sampleInspector } from "./sample-inspector.ts";
import { SMALL, stepTitle } from "./thread-panel.ts";

/** As if the sample threads' sets had been made with it. */
const calibration: Calibration = {
  format: "langgraph-rollback/calibration",
  version: 3,
  method: "suffix",
  alpha: 0.2,
  n: 212,
  scorerFingerprint: "sample-scorer-1",
  failures: failuresAt(Array.from({ length: 212 }, (_, index) => index / 212)),
};

/** Names the first step of a thread, which is outside of its set. */
const missed = (thread: string) =>
  ({
    thread,
    run: "run-b",
    attempt: 1,
    steps: 8,
    labeller: "ada",
    convention: "earliest-unrecovered",
    verdict: { kind: "decisive", step: 0 },
  }) as const;

describe.skipIf(noBrowser !== undefined)(`what the page says is so${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("takes the green from a promise that four labels contradict, on the calibration page and beside the set", async () => {
    const given = { calibration: async () => ({ file: "c.json", calibration }) };
    const { labels, visit } = await sampleInspector({ threads: 12, lengths: [8] }, {}, given);
    const green = (await visit(browser(), "#/calibration")).locator(".calibration-facts:not(.doubtful)");
    expect(await green.count()).toBe(1);
    for (const thread of ["t-1", "t-4", "t-9", "t-12"]) await labels.add(missed(thread));
    const page = await visit(browser(), "#/calibration");
    await page.getByRole("region", { name: "Warnings" }).getByText("BELOW_PROMISE").waitFor();
    expect(await page.locator(".calibration-facts.doubtful").count()).toBe(1);
    expect(await seriousFaults(page)).toEqual([]);
    const thread = await visit(browser(), "#/threads/t-1");
    await expect.poll(() => thread.locator(".set-line").innerText()).toMatch(/not to be relied on/);
  });

  it("promises for the first attempt only", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-2?attempt=2&tab=why");
    expect(await page.locator(".set-line").innerText()).toMatch(/no promise$/);
    await expectText(page, "Nothing is promised of attempt 2");
  });

  it("says why the step with the highest score is outside of the set, beside the set and on the Why tab", async () => {
    const sample = sampleSource(SMALL);
    const thread = async (id: string) => {
      const view = await sample.thread(id);
      const [run] = view?.runs.slice(-1) ?? [];
      const [first] = run?.attempts ?? [];
      if (view === undefined || run === undefined || first?.attribution === undefined) return view;
      const set = { ...first.attribution.set, steps: [6, 7], range: { start: 6, end: 7 } };
      const attempts = [{ ...first, attribution: { ...first.attribution, set } }];
      return { ...view, runs: [{ ...run, attempts }] };
    };
    const { visit } = await sampleInspector(SMALL, { thread });
    const page = await visit(browser(), "#/threads/t-1?tab=why");
    const words =
      /Step 3 has the highest score and is outside of the set, because such sets are filled from the last/;
    expect(await page.locator(".set-line").innerText()).toMatch(words);
    expect(await page.getByRole("tabpanel").innerText()).toMatch(words);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("counts steps in addresses as it does in words", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1?attempt=1&step=3");
    expect(await stepTitle(page)).toMatch(/^Step 3 /);
    await page.keyboard.press("j");
    await expect.poll(() => page.url()).toContain("step=4");
  });

  it("says so of an address that leads nowhere, and of what it names in vain", async () => {
    const { visit } = await sampleInspector(SMALL);
    const nowhere = await visit(browser(), "#/nowhere<img src=x onerror=hacked=1>");
    await expectText(nowhere, "No such page");
    expect(await nowhere.locator("main img").count()).toBe(0);
    const page = await visit(browser(), "#/threads/t-1?attempt=9&step=99");
    await expectText(page, "This run has no attempt 9; attempt 1 is shown.");
    const beyond = await visit(browser(), "#/threads/t-1?attempt=1&step=99");
    await expectText(beyond, "Attempt 1 has no step 99; step 8 is shown.");
  });
});
