import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectText } from "./expect-text.ts";
import { failedThreads } from "./failed-threads.ts";
import { sampleInspector } from "./sample-inspector.ts";

const names = (page: Page) => page.locator("tbody th a").allInnerTexts();
const PATIENCE = { timeout: 60_000 };

describe.skipIf(noBrowser !== undefined)(`the list of threads, live and searched${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("shows by itself that a thread is new, and that one was decided", async () => {
    const threads = { count: 4, version: "1" };
    const { source } = await sampleInspector();
    const sample = await sampleInspector(
      {},
      {
        list: async (limit) => source.list(Math.min(limit, threads.count)),
        listVersion: async () => threads.version,
      },
    );
    const page = await sample.visit(browser(), "");
    await expect.poll(() => names(page), PATIENCE).toHaveLength(4);
    const fourth = page.locator("tbody tr").nth(3);
    expect(await fourth.innerText()).toContain("running");
    threads.count = 5;
    threads.version = "2";
    await expect.poll(() => names(page), PATIENCE).toHaveLength(5);
    source.finish("t-4");
    threads.version = "3";
    await expect.poll(() => fourth.innerText(), PATIENCE).toContain("recovered");
  });

  it("searches in steps, reasons and notes, and leads to the step in one click", async () => {
    const { visit } = await sampleInspector({ threads: 6, lengths: [8] });
    const page = await visit(browser(), "");
    await page.getByRole("searchbox").fill("museum above every offer");
    await expectText(page, "6 threads");
    await page.getByRole("searchbox").fill("was undone from step");
    await expect.poll(() => names(page), PATIENCE).toEqual(["t-1", "t-2", "t-4", "t-5"]);
    await page.locator(".hit-line a").first().click();
    await expect.poll(() => page.locator("h1").innerText(), PATIENCE).toBe("t-1");
    expect(page.url()).toContain("attempt=2");
  });

  it("filters by status, agent and day", async () => {
    const { visit } = await sampleInspector({ threads: 12, lengths: [8] });
    const page = await visit(browser(), "");
    await page.getByRole("radio", { name: /Running/ }).check();
    await expect.poll(() => names(page), PATIENCE).toEqual(["t-4", "t-12"]);
    await page.getByLabel("Decided from").fill("2026-03-03");
    await expectText(page, "No thread passes this filter and search.");
    await page.getByLabel("Decided from").fill("2026-03-01");
    await page.getByLabel("Agent").fill("no such agent");
    await expectText(page, "No thread passes this filter and search.");
    await page.getByLabel("Agent").fill("SOLV");
    await expect.poll(() => names(page), PATIENCE).toEqual(["t-4", "t-12"]);
    await expect.poll(() => new URL(page.url()).hash, PATIENCE).toContain("since=2026-03-01");
  });

  it("pages beyond a thousand threads, and finds the last of them", async () => {
    const { visit } = await sampleInspector({}, failedThreads(2500));
    const page = await visit(browser(), "");
    await expectText(page, "1,000 of the latest 1,000 threads. There are more.");
    expect(await page.locator("tbody tr").count()).toBe(200);
    await page.getByRole("link", { name: "Next" }).click();
    await expectText(page, "201 to 400");
    await page.goto(`${page.url().split("#")[0]}#/threads?part=13`);
    await expect.poll(async () => (await names(page)).at(-1), PATIENCE).toBe("t-2499");
    await page.getByRole("searchbox").fill("price 2499 is wrong");
    await expect.poll(() => names(page), PATIENCE).toEqual(["t-2499"]);
    await expectText(page, "1 of 2,500 threads");
  });

  it("shows hostile finds as text", async () => {
    const { visit } = await sampleInspector({ threads: 12, lengths: [8], hostile: true });
    const page = await visit(browser(), "#/threads?search=onerror");
    await page.locator(".hit-line").first().waitFor();
    expect(await page.locator("main :is(script, img, b, svg)").count()).toBe(0);
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await overhang(page)).toBe(0);
  });

  it.each(LOOKS)("keeps nobody out of what is found: $name", async (look) => {
    const { visit } = await sampleInspector({ threads: 8, lengths: [8] });
    const page = await visit(browser(), "#/threads?search=undone&agent=o&since=2026-03-01", look);
    await page.locator(".hit-line").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
