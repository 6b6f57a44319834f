import type { SampleSourceOptions } from "@langgraph-rollback/inspector/testing";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectAddress, expectText } from "./expect-text.ts";
import { sampleInspector } from "./sample-inspector.ts";

describe.skipIf(noBrowser !== undefined)(`the compare page${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  /** Attempt 1 reads the price list of 2019 in its third step, attempt 2 the one of 2026; the first step was kept. */
  const compare = async (
    hash = "#/compare/t-1",
    options: SampleSourceOptions = {},
    look: BrowserContextOptions = {},
  ) => {
    const { visit } = await sampleInspector(options);
    return visit(browser(), hash, look);
  };

  it("opens the first step that differs and marks the words that do", async () => {
    const page = await compare();
    const first = page.getByRole("button", { expanded: true, name: "step 3" });
    await first.waitFor();
    const said = page.locator(".compared-detail");
    await expect.poll(() => said.locator("del").allTextContents()).toEqual(["1134", "2019"]);
    expect(await said.locator("ins").allTextContents()).toEqual(["134", "2026"]);
  });

  it("folds the kept steps into one line, and unfolds them", async () => {
    const page = await compare();
    const fold = page.getByRole("button", { name: "Step 1 was kept" });
    expect(await page.getByRole("button", { name: "kept step 1," }).count()).toBe(0);
    await fold.click();
    await page.getByRole("button", { name: "kept step 1," }).waitFor();
  });

  it("goes from difference to difference by key, and keeps the place in the address", async () => {
    const page = await compare();
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toContain("step 6");
    await expectAddress(page, "row=6");
    await page.keyboard.press("p");
    await expectAddress(page, "row=3");
    await page.keyboard.press("p");
    await expectText(page, "No difference before this one.");
  });

  it("shows on demand where the states after both steps differ", async () => {
    const page = await compare();
    await page.getByText("Where the states after these steps differ").click();
    await page.getByText("messages[2].content").waitFor();
    expect(await page.getByText("messages[0].content").count()).toBe(0);
  });

  it("shows the note, and why attempts were rejected", async () => {
    const page = await compare();
    await expectText(page, /^EUR 1065 is far above every offer of 2026.$/);
    await page.getByText("The note that attempt 2 was given").click();
    await expectText(page, "undone from step 2 on");
  });

  it("compares other attempts on request, and swaps the sides", async () => {
    const page = await compare("#/compare/t-2?a=1&b=2");
    await page.getByRole("combobox", { name: "Right attempt" }).selectOption("3");
    await page.getByText("Nothing was kept: both ran from the start").waitFor();
    await page.getByRole("combobox", { name: "Right attempt" }).selectOption("1");
    await expectAddress(page, "a=3&b=1");
  });

  it("says so where there is nothing to compare", async () => {
    const page = await compare("#/compare/t-3");
    await expectText(page, "There is one attempt only");
  });

  it("draws few of 5,000 rows, and those that are scrolled to", async () => {
    const page = await compare("#/compare/t-1", { threads: 1, lengths: [5000] });
    await expectText(page, /Steps 1 to \d+ were kept/);
    expect(await page.locator("ol.compared > li").count()).toBeLessThan(100);
    await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
    await page.getByRole("button", { name: "step 5000" }).waitFor();
    expect(await page.locator("ol.compared > li").count()).toBeLessThan(100);
  });

  it("lets text that means harm do none", async () => {
    const page = await compare("#/compare/t-1", { hostile: true });
    await page.locator(".compared-detail .full-text").first().waitFor();
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await overhang(page)).toBe(0);
  });

  it.each(LOOKS)("keeps nobody out: $name", async (look) => {
    const page = await compare("#/compare/t-1", {}, look);
    await page.locator(".compared-detail ins").first().waitFor();
    await page.keyboard.press("n");
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
