import { EARLIEST_UNRECOVERED } from "@langgraph-rollback/inspector/shared";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";

const names = (page: Page) => page.locator("tbody th a").allInnerTexts();
const focused = (page: Page): Promise<string> => page.evaluate("document.activeElement.innerText");

describe.skipIf(noBrowser !== undefined)(`the list of threads${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("shows how each thread stands by mark and word, with attempts, set and time", async () => {
    const { visit } = await sampleInspector({ threads: 2, lengths: [8] });
    const page = await visit(browser(), "");
    await page.locator("tbody tr").first().waitFor();
    const rows = await page.locator("tbody tr").allInnerTexts();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(
      /↺\s*recovered\s+t-1\s+2 runs\s+What does the journey cost[^]*\s2\s+\d of 8\s+[\d,]+\s+2026-03-02 \d\d:\d\d/,
    );
    expect(rows[1]).toMatch(/✕\s*gave up\s+t-2/);
  });

  it("filters, searches and sorts, and keeps that in the address", async () => {
    const { visit } = await sampleInspector({ threads: 12, lengths: [8, 50] });
    const page = await visit(browser(), "");
    await page.getByRole("radio", { name: /Recovered/ }).check();
    await expect.poll(() => names(page)).toEqual(["t-1", "t-5", "t-9"]);
    await page.getByRole("columnheader", { name: "Decided" }).getByRole("button").click();
    await page.getByRole("columnheader", { name: "Decided" }).getByRole("button").click();
    await expect.poll(() => names(page)).toEqual(["t-9", "t-5", "t-1"]);
    expect(await page.getByRole("columnheader", { name: "Decided" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    await page.keyboard.press("/");
    await page.keyboard.type("T-5 journey");
    await expect.poll(() => names(page)).toEqual(["t-5"]);
    await expect
      .poll(() => new URL(page.url()).hash)
      .toBe("#/threads?filter=recovered&search=T-5+journey&sort=-updatedAt");
    await page.reload();
    await expect.poll(() => names(page)).toEqual(["t-5"]);
    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByRole("button", { name: "Show all threads" }).click();
    await expect.poll(() => names(page)).toHaveLength(12);
  });

  it("counts a thread as labelled once its decisive step is named", async () => {
    const { visit, labels } = await sampleInspector({ threads: 2, lengths: [8] });
    const label = {
      thread: "t-1",
      run: "run-b",
      attempt: 1,
      steps: 8,
      labeller: "ada",
      convention: EARLIEST_UNRECOVERED,
    } as const;
    await labels.add({ ...label, verdict: { kind: "unsure" } });
    const page = await visit(browser(), "#/threads?filter=unlabelled");
    await expect.poll(() => names(page)).toEqual(["t-1", "t-2"]);
    await labels.add({ ...label, verdict: { kind: "decisive", step: 2 } });
    await page.keyboard.press("r");
    await expect.poll(() => names(page)).toEqual(["t-2"]);
  });

  it("opens a thread by keys alone, and comes back", async () => {
    const { visit } = await sampleInspector({ threads: 3, lengths: [8] });
    const page = await visit(browser(), "");
    for (const key of ["j", "j", "j", "j", "k"]) await page.keyboard.press(key);
    expect(await focused(page)).toBe("t-2");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("h1").innerText()).toBe("t-2");
    expect(await page.evaluate("document.activeElement.tagName")).toBe("MAIN");
    await page.goBack();
    await expect.poll(() => page.locator("h1").innerText()).toBe("Threads");
  });

  it("says what to do where there are no threads, and where they cannot be read", async () => {
    const { visit } = await sampleInspector({ threads: 0 });
    const page = await visit(browser(), "");
    expect(await page.locator(".empty").innerText()).toMatch(/no thread in sample threads[^]*withRollback/);
    const failing = await sampleInspector({}, { list: () => Promise.reject(new Error("locked")) });
    const other = await failing.visit(browser(), "");
    await expect.poll(() => other.getByRole("alert").innerText()).toMatch(/^Could not read the threads/);
    expect(await other.getByRole("button", { name: "Try again" }).count()).toBe(1);
  });

  it("lists the page's keys, and lets go of them again", async () => {
    const { visit } = await sampleInspector({ threads: 1, lengths: [8] });
    const page = await visit(browser(), "");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog", { name: "Keys" }).innerText()).toMatch(/next and previous thread/);
    await page.keyboard.press("j");
    expect(await focused(page)).toBe("Close");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("j");
    expect(await focused(page)).toBe("t-1");
  });

  it("lets the keyboard skip the header", async () => {
    const { visit } = await sampleInspector({ threads: 1, lengths: [8] });
    const page = await visit(browser(), "");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.tagName")).toBe("MAIN");
  });

  it("shows hostile threads as text", async () => {
    const { visit } = await sampleInspector({ threads: 12, lengths: [8], hostile: true });
    const page = await visit(browser(), "");
    expect(await page.locator("main :is(script, img, b)").count()).toBe(0);
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await overhang(page)).toBe(0);
  });

  it.each(LOOKS)("has no serious fault, $name, and needs no scrolling sideways", async (look) => {
    const { visit } = await sampleInspector({ threads: 8, lengths: [8, 50] });
    const page = await visit(browser(), "", look);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await page.keyboard.press("?");
    expect(await seriousFaults(page)).toEqual([]);
  });
});
