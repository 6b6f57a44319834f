import { openSource } from "@langgraph-rollback/inspector";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { type FoundRuns, foundRuns, HOSTILE, hostileRuns } from "./findings-file.ts";
import { sampleInspector } from "./sample-inspector.ts";

const THREAD = "#/threads/hand-crafted%2F1";
const LABEL = "#/label/hand-crafted%2F1?run=&attempt=1";

const inspectorOf = async ({ data, findings }: FoundRuns) =>
  sampleInspector({}, await openSource([data]), { findings: [findings] });

/** Finding of a method, opened. */
async function opened(page: Page, method: string) {
  const finding = page.locator(".finding", { has: page.locator("summary strong", { hasText: method }) });
  await finding.locator("summary").click();
  return finding;
}

describe.skipIf(noBrowser !== undefined)(`what methods said of a run${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("is shown as `evaluate --findings` wrote it: blame, cost, rounds, votes and graph", async () => {
    const { visit } = await inspectorOf(await foundRuns());
    const page = await visit(browser(), THREAD);
    const summaries = await page.locator(".finding > summary").allInnerTexts();
    expect(summaries.map((text) => text.split(":")[0])).toEqual(["all-at-once", "echo", "raffles", "chief"]);
    expect(summaries[2]).toMatch(
      /^raffles: step 2, WebSurfer; 4 calls, [\d,]+ tokens in, \d+ out, .* s, cost 0/,
    );

    const raffles = await opened(page, "raffles");
    expect(await raffles.innerText()).toMatch(
      /Round 1: step 2, WebSurfer confidences sum to 385[^]*fault[^]*0\.95[^]*Judge: Known\.[^]*Evaluator: Known\.[^]*is in the trace[^]*1\.00/,
    );
    const echo = await opened(page, "echo");
    expect(await echo.innerText()).toMatch(
      /It agrees: of the votes’ weight, 1\.00 backs the agent and 1\.00 the step/,
    );
    const chief = await opened(page, "chief");
    expect(await chief.innerText()).toMatch(/Origins[^]*Step 2 went wrong by itself/);
    await chief.getByRole("link", { name: "step 2" }).first().click();
    await expect.poll(() => page.locator("#step-title").innerText()).toContain("Step 2");
  });

  it("says where a panel disagrees, and draws what leads to a node of the graph", async () => {
    const { visit } = await inspectorOf(await hostileRuns());
    const page = await visit(browser(), THREAD);
    const echo = await opened(page, "echo");
    expect(await echo.locator("summary").innerText()).toContain("disagrees");
    expect(await echo.innerText()).toMatch(
      /It disagrees; a person should look\. Strong votes contradict each other\.[^]*conservative[^]*step 2, WebSurfer[^]*skeptical[^]*step 3[^]*liberal[^]*does not count[^]*What did not win[^]*step 3, WebSurfer, weight 0\.25/,
    );

    const chief = await opened(page, "chief");
    const lines = chief.locator(".origin-dot");
    const row = (name: string) => chief.getByRole("button", { name }).first();
    expect(await chief.locator("[aria-pressed=true]").innerText()).toMatch(
      /WebSurfer\s+steps 2 and 3\s+blamed/,
    );
    // One dot, at the planner's row: the feedback comes from below.
    expect(await lines.evaluateAll((dots) => dots.map((dot) => dot.getAttribute("cy")))).toEqual(["45"]);
    expect(await chief.locator(".graph-node").innerText()).toMatch(
      /feedback from Orchestrator[^]*data from Orchestrator: step 1 gave “the plan”/,
    );
    await row("Subtask 2").focus();
    await page.keyboard.press("Enter");
    expect(await chief.locator(".graph-node").innerText()).toMatch(
      /accepted if\s+two sources; a date[^]*order from Subtask 1, ask[^]*there, here the sum is off/,
    );
    await row("Subtask 1").click();
    expect(await chief.locator(".graph-node").innerText()).toContain("Nothing in the graph leads to it.");
    expect(await lines.count()).toBe(0);
  });

  it("is text, whatever it says", async () => {
    const { visit } = await inspectorOf(await hostileRuns());
    const page = await visit(browser(), THREAD);
    for (const method of ["all-at-once", "echo", "raffles", "chief"]) await opened(page, method);
    const said = await page.locator(".findings").innerText();
    expect(said).toContain(HOSTILE.replace("\u202E", "\\u202e"));
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  });

  it.each(LOOKS)("has no serious fault and fits the window: $name", async ({ colorScheme, viewport }) => {
    const { visit } = await inspectorOf(await hostileRuns());
    const page = await visit(browser(), THREAD, { colorScheme, viewport });
    for (const method of ["all-at-once", "echo", "raffles", "chief"]) await opened(page, method);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    const cut = await page.evaluate(
      "[...document.querySelectorAll('.finding-said > *')].filter((each) => each.scrollWidth > each.clientWidth + 1).length",
    );
    expect(cut).toBe(0);
  });

  it("comes on the label page once the attempt is labelled, and not before", async () => {
    const { labels, visit } = await inspectorOf(await foundRuns());
    const page = await visit(browser(), LABEL);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("listbox", { name: "Steps" }).waitFor();
    expect(await page.locator(".findings").count()).toBe(0);
    await labels.add({
      thread: "hand-crafted/1",
      run: "",
      attempt: 1,
      steps: 4,
      labeller: "ada",
      convention: "earliest-unrecovered",
      verdict: { kind: "decisive", step: 2 },
    });
    expect(asked.filter((url) => url.includes("/findings"))).toEqual([]);
    await page.reload();
    await page.locator(".finding").first().waitFor();
    expect(await page.locator(".finding > summary").first().innerText()).toContain("step 2, WebSurfer");
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("counts as scores in view for a label that is given beside it", async () => {
    const { labels, visit } = await inspectorOf(await foundRuns());
    const page = await visit(browser(), THREAD);
    await page.locator(".finding").first().waitFor();
    await page.getByRole("button", { name: "Decisive" }).click();
    await expect.poll(async () => (await labels.list()).length).toBe(1);
    expect(await labels.list()).toMatchObject([{ scoresInView: true }]);
  });
});
