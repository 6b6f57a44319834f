import { sampleSource } from "@langgraph-rollback/inspector/testing";
import { describe, expect, it } from "vitest";

import { overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";
import { panel, SMALL, stepTitle } from "./thread-panel.ts";

/** A script that presses a key in the page as fast as the page can draw, which asking for each press is not. */
const pressOften = (key: string, times: number) => `(async () => {
  for (let turn = 0; turn < ${times}; turn += 1) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true, cancelable: true }));
    await new Promise((drawn) => setTimeout(drawn));
  }
})()`;

describe.skipIf(noBrowser !== undefined)(`the page of a thread${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("names what cannot be read, above all that can, and on a thread of which nothing can", async () => {
    const sample = sampleSource(SMALL);
    const parts = Array.from({ length: 7 }, (_, place) => ({
      checkpoint: `1f0-${place}`,
      message: `History entry "1f0-${place}" cannot be read: <b>damaged</b>.`,
    }));
    const { visit } = await sampleInspector(SMALL, {
      thread: async (id) => {
        const view = await sample.thread(id);
        if (view === undefined) return undefined;
        return { ...view, ...(id === "t-2" && { runs: [] }), unreadable: parts };
      },
    });
    const page = await visit(browser(), "#/threads/t-1");
    const notices = page.locator(".notices").first().locator(".notice");
    expect(await notices.count()).toBe(6);
    expect(await notices.first().innerText()).toMatch(
      /!\s+History entry "1f0-0" cannot be read: <b>damaged<\/b>\./,
    );
    expect(await notices.last().innerText()).toBe("2 more parts of this thread cannot be read.");
    expect(await page.locator(".outcome-line").innerText()).toContain("recovered");
    expect(await overhang(page)).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    const empty = await visit(browser(), "#/threads/t-2");
    expect(await empty.locator(".empty").innerText()).toContain("No run of the thread t-2 can be read.");
    expect(await empty.locator(".notice").count()).toBe(6);
  });

  it("says so where the page itself fails, and leads back to what works", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "");
    await page.locator("tbody tr").first().waitFor();
    await page.route("**/api/thread?*", (route) => route.fulfill({ json: {} }));
    await page.evaluate('location.hash = "#/threads/t-1"');
    await expect.poll(() => page.getByRole("alert").innerText()).toMatch(/^The page has failed: TypeError/);
    await page.getByRole("link", { name: "Open the list of threads" }).click();
    await page.locator("tbody tr").first().waitFor();
  });

  it("moves between tabs by left and right once one of them has the focus, and leaves steps alone then", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    await page.getByRole("tab", { name: "Summary" }).focus();
    await page.keyboard.press("ArrowLeft");
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Raw");
    await page.keyboard.press("ArrowDown");
    expect(await stepTitle(page)).toBe("Step 3 tools: search");
  });

  it("keeps up with a key that is held down for longer than browsers take new addresses", async () => {
    const { visit } = await sampleInspector({ threads: 1, lengths: [500] });
    const page = await visit(browser(), "#/threads/t-1?step=1&attempt=1");
    await page.evaluate(pressOften("j", 300));
    expect(await stepTitle(page)).toMatch(/^Step 301 /);
    await expect.poll(() => page.url()).toMatch(/step=301/);
  });

  it("draws a screenful of 5,000 steps, and any of them", async () => {
    const { visit } = await sampleInspector({ threads: 1, lengths: [5000] });
    const page = await visit(browser(), "#/threads/t-1");
    await page.keyboard.press("End");
    expect(await stepTitle(page)).toBe("Step 5000 answerer");
    await page.keyboard.press("2");
    await expect
      .poll(() => panel(page))
      .toMatch(/4,959 older messages are left out here\.\s+Show 35 earlier/);
    await page.keyboard.press("1");
    await expect.poll(() => page.locator("#step-4999").isVisible()).toBe(true);
    expect(await page.getByRole("option").count()).toBeLessThan(60);
    expect(await page.locator("#step-4999").getAttribute("aria-setsize")).toBe("5000");
    await page.getByRole("listbox").evaluate((list) => list.scrollTo(0, 100_000));
    await expect.poll(() => page.locator("#step-2180").isVisible()).toBe(true);
    expect(await page.getByRole("option").count()).toBeLessThan(60);
  });

  it("says what the promise means beside the scores, and doubts it where it should", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1?tab=why");
    await expect.poll(() => panel(page)).toMatch(/rank 1 of 8/);
    expect(await panel(page)).toMatch(
      /80\u00A0% is promised on average over failures .* It is not how certain this thread's set is\./,
    );
    expect(await page.locator(".doubtful").count()).toBe(0);
    const aim = await visit(browser(), "#/threads/t-5?tab=why");
    await expect.poll(() => panel(aim)).toMatch(/The guarantee is approximate: it is aimed at, not proven/);
    expect(await aim.locator(".doubtful").count()).toBe(0);
    const doubted = await visit(browser(), "#/threads/t-4?tab=why");
    await expect
      .poll(() => panel(doubted))
      .toMatch(/not to be relied on\s+It was calibrated on failures that the verifier/);
    expect(await doubted.locator(".promise-short").innerText()).toBe("80\u00A0% target (n = 212), doubtful");
  });

  it("promises nothing where no bound was found", async () => {
    const { visit } = await sampleInspector({ threads: 10, lengths: [8] });
    const page = await visit(browser(), "#/threads/t-10");
    expect(await page.locator(".set-line").innerText()).toMatch(/^No bound: /);
    expect(await page.locator(".row-in-set").count()).toBe(0);
  });

  it("has a run chosen where there are several", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/t-1");
    await page.getByLabel("Run").selectOption({ index: 0 });
    await expect.poll(() => page.locator(".outcome-line .status").innerText()).toMatch(/succeeded/);
    expect(new URL(page.url()).hash).toBe("#/threads/t-1?run=run-a");
  });

  it("shows every view of a hostile step as text, and runs nothing of it", async () => {
    const { visit } = await sampleInspector({ ...SMALL, hostile: true });
    const page = await visit(browser(), "#/threads/t-1?attempt=1&step=2");
    for (let step = 1; step < 5; step += 1) {
      for (const key of "123456") {
        await page.keyboard.press(key);
        await expect.poll(() => panel(page)).not.toBe("");
      }
      expect(await page.locator("main :is(script, img, b, svg[onload])").count()).toBe(0);
      expect(await page.evaluate("[globalThis.hacked, {}.polluted]")).toEqual([undefined, undefined]);
      expect(await page.locator("main").innerText()).not.toMatch(/(?![\n\t])\p{Cc}|[\u202E\u2066]/u);
      expect(await overhang(page)).toBe(0);
      await page.keyboard.press("j");
    }
  });

  it("says what to do where there is no such thread, and where the source cannot be read", async () => {
    const { visit } = await sampleInspector(SMALL);
    const page = await visit(browser(), "#/threads/gone");
    expect(await page.locator("main").innerText()).toMatch(/There is no thread gone in sample threads/);
    let broken = true;
    const { source } = await sampleInspector(SMALL);
    const failing = await sampleInspector(SMALL, {
      thread: (id) => (broken ? Promise.reject(new Error("locked")) : source.thread(id)),
    });
    const other = await failing.visit(browser(), "#/threads/t-1");
    expect(await other.getByRole("alert").innerText()).toMatch(/^Could not read the thread/);
    broken = false;
    await other.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => stepTitle(other)).toBe("Step 3 tools: search");
  });
});
