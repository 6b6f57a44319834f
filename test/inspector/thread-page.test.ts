import { EARLIEST_UNRECOVERED } from "@langgraph-rollback/inspector/shared";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectAddress } from "./expect-text.ts";
import { replaysFile } from "./replays-file.ts";
import { sampleInspector } from "./sample-inspector.ts";
import { panel, selected, SMALL, stepTitle } from "./thread-panel.ts";

describe.skipIf(noBrowser !== undefined)(`the page of a thread${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("begins at the most suspicious step of the failed attempt, and says what became of the run", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    expect(await page.locator(".outcome-line").innerText()).toMatch(
      /t-1\s+↺\s+recovered\s+2 attempts\s+80\u00A0% target \(n = 212\)/,
    );
    expect(await selected(page)).toMatch(/^Step 3, tools: search, score 0\.\d\d, in the set, .*Lisbon/);
    expect(await page.locator(".set-line").innerText()).toMatch(/Set: steps \d to 8 of 8/);
    expect(await page.locator(".verifier").innerText()).toMatch(/✕\s+rejected: EUR 1065 is far above/);
    expect(await page.locator(".notice").innerText()).toMatch(
      /steps \d to 8 were undone and ran again\. .* was not undone\. to-set: The set starts there\. In at most 0\.2 of .*\.$/,
    );
    expect(await page.title()).toBe("t-1 · langgraph-rollback");
  });

  it("shows what the next attempt did in a step's place, and leads there", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    await expect
      .poll(() => panel(page))
      .toMatch(/price list of 2019[^]*The same step in attempt 2[^]*price list of 2026/);
    await page.getByRole("link", { name: "attempt 2", exact: true }).click();
    await expect.poll(() => panel(page)).toMatch(/price list of 2026[^]*The same step in attempt 1/);
    expect(await page.getByRole("heading", { name: "Steps of attempt 2" }).count()).toBe(1);
  });

  it("goes through steps, attempts and tabs by keys, and keeps all of it in the address", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    for (const key of ["j", "j", "k", "ArrowDown", "4"]) await page.keyboard.press(key);
    expect(await stepTitle(page)).toBe("Step 5 reader");
    await expect.poll(() => panel(page)).toMatch(/messages\[4\]/);
    await page.keyboard.press("]");
    expect(await stepTitle(page)).toBe("Step 8 answerer");
    await page.keyboard.press("Home");
    expect(await selected(page)).toMatch(/^Step 1, planner, asks for search, kept from the attempt before/);
    await expect
      .poll(() => new URL(page.url()).hash)
      .toBe("#/threads/t-1?run=run-b&attempt=2&step=1&tab=diff");
    await page.reload();
    await expect.poll(() => stepTitle(page)).toBe("Step 1 planner");
    await page.keyboard.press("c");
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/compare\/t-1\?run=run-b&a=1&b=2/);
    await page.goBack();
    await expect.poll(() => stepTitle(page)).toBe("Step 1 planner");
    await page.keyboard.press("[");
    await page.keyboard.press("l");
    await expect.poll(() => new URL(page.url()).hash).toBe("#/label/t-1?run=run-b&attempt=1");
  });

  it("lists the replays of the run apart from its attempts, and leads to their comparison", async () => {
    const { visit } = await sampleInspector(SMALL, {}, { replays: [await replaysFile("t-1")] });
    const page = await visit(browser(), "#/threads/t-1");
    const replays = page.getByRole("region", { name: "Replays" });
    await replays.getByRole("listitem").first().waitFor();
    expect(await replays.getByRole("listitem").allInnerTexts()).toEqual([
      "Replay 1, no note ✕ rejected of attempt 2",
      expect.stringMatching(/^Replay 2, <img src=x.*\\u202e ✓ accepted of attempt 2$/),
      "Replay 3, no note ? inconclusive or unjudged of attempt 2",
    ]);
    expect(await page.locator(".outcome-line").innerText()).toContain("2 attempts");
    await replays.getByRole("link", { name: "Replay 1, no note" }).click();
    await page.getByRole("region", { name: "Right: a replay" }).waitFor();
    await expectAddress(page, "replay=1");
    const texts = await page.locator(".compared-attempt").allInnerTexts();
    expect(texts[1]).toMatch(/Differs from attempt 2 from step 1 on\.\s+Still <b>wrong<\/b>\./);
    expect(await page.locator(".compared-legend").innerText()).toMatch(
      /Attempt 2, accepted\s+Replay 1, no note, rejected/,
    );
    await page.locator(".compared-detail .full-text").first().waitFor();
    await page.getByLabel("Right replay").selectOption({ index: 1 });
    await expectAddress(page, "replay=2");
    await page.getByText("<script>").first().waitFor();
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });

  it("says in one click why the step was suspected, with shares and a model's reason", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    await page.getByRole("tab", { name: "Why" }).click();
    const why = page.getByRole("region", { name: "Why this step is suspected" });
    expect(await why.innerText()).toMatch(
      /\+1\.32\s+The step names a number that stands nowhere before\.\s+\+1\.10\s+step-by-step gives the step a score of 0\.81\.[^]*old list[^]*−0\.44\s+The step has no calculation that is wrong\.[^]*in all, so the score is 9 times/,
    );
    expect(await why.locator("strong").innerText()).toBe("old");
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("shows in one click what the step was given, beside its output, drawn as what it is", async () => {
    const { visit } = await sampleInspector(SMALL);
    const asked: string[] = [];
    const page = await visit(browser(), "#/threads/t-1");
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("tab", { name: "Input" }).click();
    const given = page.getByRole("region", { name: "What it was given" });
    expect(await given.locator(".message-role").allInnerTexts()).toEqual(["system", "human", "ai", "tool"]);
    expect(await given.getByRole("cell", { name: "one person, one way" }).count()).toBe(1);
    expect(await given.locator(".markdown-code").innerText()).toMatch(/json\s+\{ "year": 2026/);
    expect(await given.locator(".json-name").allInnerTexts()).toEqual(["city", "nights", "museum"]);
    expect(await given.innerText()).toMatch(/the lists \(https:\/\/example\.com\/lists\).*picture: a map/);
    expect((await given.getByRole("link").count()) + (await given.locator("img").count())).toBe(0);
    expect(await page.getByRole("region", { name: "Output" }).innerText()).toMatch(/price list of 2019/);
    await given.getByRole("button", { name: "As it was written" }).first().click();
    expect(await given.innerText()).toContain("Use the **newest** list.");
    expect(await seriousFaults(page)).toEqual([]);
    expect(asked.filter((url) => url.includes("example.com"))).toEqual([]);
  });

  it("shows that a run under way has moved on, and keeps the selection", async () => {
    const { visit, source } = await sampleInspector({ threads: 4, lengths: [8] });
    const page = await visit(browser(), "#/threads/t-4?attempt=1&step=2&tab=why");
    expect(await page.locator(".outcome-line").innerText()).toMatch(/running/);
    source.finish("t-4");
    await expect.poll(() => page.locator(".outcome-line").innerText()).toMatch(/recovered/);
    expect(await stepTitle(page)).toBe("Step 2 tools: search");
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Why");
  });

  it("labels a step, shows it, and takes the label back", async () => {
    const { visit, labels } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    const decisive = page.getByRole("button", { name: "Decisive" });
    await decisive.click();
    await expect.poll(() => selected(page)).toMatch(/★ decisive/);
    expect(await decisive.getAttribute("aria-pressed")).toBe("true");
    expect(await page.locator(".labelling output").innerText()).toBe("Labelled: step 3 is decisive.");
    expect(await labels.list()).toMatchObject([
      {
        thread: "t-1",
        run: "run-b",
        attempt: 1,
        steps: 8,
        labeller: "ada",
        verdict: { kind: "decisive", step: 2 },
      },
    ]);
    await decisive.click();
    await expect.poll(() => selected(page)).not.toMatch(/★/);
    expect(await labels.list()).toEqual([]);
  });

  it("marks only what a labeller says by now, and takes one label of two clicks", async () => {
    const { visit, labels } = await sampleInspector(SMALL);
    const given = { thread: "t-1", run: "run-b", attempt: 1, steps: 8, convention: EARLIEST_UNRECOVERED };
    await labels.add({ ...given, labeller: "ada", verdict: { kind: "decisive", step: 5 } });
    const page = await visit(browser(), "#/threads/t-1");
    await page.locator(".row-tag-label").waitFor();
    await page.getByRole("button", { name: "Decisive" }).evaluate((button) => {
      button.click();
      button.click();
    });
    await expect.poll(() => selected(page)).toMatch(/★ decisive/);
    expect(await page.locator(".row-tag-label").count()).toBe(1);
    expect(await labels.list()).toHaveLength(2);
  });

  it("goes where the address says, also if a selection has just been moved", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    await page.evaluate(`
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
      location.hash = "#/threads/t-2";
      document.body.click();
    `);
    await expect.poll(() => page.locator("h1").innerText()).toBe("t-2");
  });

  it("asks for no label where an attempt has not failed", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1?attempt=2");
    expect(await page.getByRole("button", { name: "Decisive" }).count()).toBe(0);
  });

  it.each(LOOKS)("has no serious fault, $name, and needs no scrolling sideways", async (look) => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1", look);
    for (const key of "1345") {
      await page.keyboard.press(key);
      await expect.poll(() => panel(page)).not.toBe("");
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
    }
    for (const place of ["t-2?attempt=2", "t-5?tab=why", "t-7"]) {
      await page.evaluate(`location.hash = "#/threads/${place}"`);
      await expect.poll(() => page.locator("h1").innerText()).toBe(place.slice(0, 3));
      expect(await seriousFaults(page)).toEqual([]);
    }
  });
});
