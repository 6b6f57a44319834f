import { MemorySaver } from "@langchain/langgraph";
import { checkpointerSource } from "@langgraph-rollback/inspector";
import { describe, expect, it } from "vitest";

import { recordWatched } from "../../packages/inspector/src/fixtures/watched-threads.ts";
import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";
import { selected, stepTitle } from "./thread-panel.ts";

/** An inspector of runs that were watched. */
async function watched(...threads: readonly string[]) {
  const saver = new MemorySaver();
  await recordWatched(saver, threads);
  return sampleInspector({}, checkpointerSource(saver, "memory"));
}

describe.skipIf(noBrowser !== undefined)(`the page of an attempt that was watched${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("says by what it was stopped early, and draws its alarm over the steps", async () => {
    const { visit } = await watched("alarm");
    const page = await visit(browser(), "#/threads/alarm?attempt=1&step=4");
    expect(await page.locator(".story").innerText()).toMatch(
      /^Stopped early: the alarm after step 4 \(2\.18, above 1\.77\)\. Retried /,
    );
    expect(await page.locator(".verifier").innerText()).toMatch(/■\s+stopped early: the alarm after step 4/);
    const part = page.getByRole("region", { name: "While it ran" });
    expect(await part.innerText()).toMatch(/The verifier was not asked\. Its set is approximate\./);
    expect(await part.getByRole("img").getAttribute("aria-label")).toBe(
      "The alarm, step by step. It was 2.18, above 1.77, after step 4. That stopped the attempt. Higher is worse.",
    );
    expect(await part.locator(".fired-label").textContent()).toBe("stopped after step 4");
    expect(await selected(page)).toContain("the alarm after it stopped the attempt");
    await part.getByText("As a table").click();
    expect(await part.getByRole("row").allInnerTexts()).toEqual([
      "step\tagent\tscore\talarm\tabove 1.77",
      expect.stringMatching(/^1\tplan\t0\.90\t.*\tno$/),
      expect.stringMatching(/^2\tsearch\t0\.88\t.*\tno$/),
      expect.stringMatching(/^3\tread\t0\.74\t.*\tno$/),
      "4\tsum\t0.64\t2.18\tyes",
    ]);
  });

  it("shows each check at its step, and its reason as text", async () => {
    const { visit } = await watched("check");
    const page = await visit(browser(), "#/threads/check?attempt=1&step=1");
    const checks = page.getByRole("region", { name: "Checks after nodes" });
    expect(await checks.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^✓\s+Step 2, search: passed$/),
      expect.stringMatching(/^✕\s+Step 4, sum: failed\s+<b>Wrong<\/b> year: 2019 \\u202e in 3 of 3 rows$/),
    ]);
    await checks.getByRole("link", { name: "Step 4" }).click();
    await expect.poll(() => stepTitle(page)).toBe("Step 4 sum");
    expect(await selected(page)).toContain("the check after it failed and stopped the attempt");
    expect(await page.locator(".step-check").innerText()).toMatch(/check of sum failed: <b>Wrong<\/b>/);
  });

  it.each([
    ["observed", /raised after step 4/, /could not stop the attempt: the run was only observed\./],
    [
      "audited",
      /raised after step 4/,
      /a coin has picked the run, so that it counts for the next calibration\./,
    ],
    [
      "refused",
      /raised after step 4/,
      /it was to be stopped before, nothing could be rewound, and it went on\./,
    ],
    ["scores", /^$/, /There is no calibrated alarm: scores are recorded, and stop no run\./],
  ])("says why its alarm stopped nothing: %s", async (thread, label, words) => {
    const { visit } = await watched(thread);
    const page = await visit(browser(), `#/threads/${thread}?attempt=1`);
    expect(await page.locator(".watched figcaption").innerText()).toMatch(words);
    expect((await page.locator(".fired-label").allTextContents()).join("")).toMatch(label);
    expect(await page.locator(".verifier").innerText()).not.toContain("stopped early");
    const told = await page.locator(".notices").innerText();
    expect(told.includes("was to be stopped early, and went on (STOP_REFUSED)")).toBe(thread === "refused");
  });

  it.each(LOOKS)("has no serious fault, $name, and needs no scrolling sideways", async (look) => {
    const { visit } = await watched("alarm", "check", "observed");
    const page = await visit(browser(), "#/threads/alarm?attempt=1", look);
    for (const thread of ["alarm", "check", "observed"]) {
      await page.evaluate(`location.hash = "#/threads/${thread}?attempt=1&step=4"`);
      await expect.poll(() => page.locator("h1").innerText()).toBe(thread);
      for (const table of await page.locator(".watched summary").all()) await table.click();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
    }
  });
});
