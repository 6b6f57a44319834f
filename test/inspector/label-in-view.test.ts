import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectText } from "./expect-text.ts";
import { AT_FIRST, scores, TWO } from "./label-desk.ts";
import { sampleInspector } from "./sample-inspector.ts";

const THREAD = "#/threads/t-1?run=run-b&attempt=1&step=3";

/** Waits until so many scores are in view. */
async function untilScores(page: Page, count: number): Promise<void> {
  await expect.poll(() => scores(page)).toBe(count);
}

async function labelAndReturn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "No step at fault" }).click();
  await page.getByRole("heading", { name: "t-2" }).waitFor();
  await page.goBack();
}

describe.skipIf(noBrowser !== undefined)(`labels and scores in view${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("explains the labels at `?`, and labels nothing", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), THREAD);
    const help = page.getByRole("group", { name: "Label step 3" }).getByText("?", { exact: true });
    await help.click();
    await expectText(page, "Not sure: ask again later.");
    await expectText(page, "Scores and the set are in view here.");
    expect(await labels.list()).toEqual([]);
    await help.click();
    expect(await page.getByText("Not sure: ask again later.").count()).toBe(0);
    await page.getByRole("button", { name: "Unsure" }).click();
    await expect
      .poll(async () => (await labels.list()).map(({ verdict }) => verdict))
      .toEqual([{ kind: "unsure" }]);
  });

  it("records that scores were in view for a label of the thread page", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), THREAD);
    await page.getByRole("button", { name: "Decisive" }).click();
    await expect
      .poll(async () => (await labels.list()).map(({ scoresInView }) => scoresInView))
      .toEqual([true]);
    await expectText(page, "step 3 is decisive, says");
  });

  it("records that they were not for a label given before they were shown", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    await page.getByRole("button", { name: "No step at fault" }).click();
    await expectText(page, "Labelled: t-1");
    expect((await labels.list()).map(({ scoresInView }) => scoresInView)).toEqual([false]);
  });

  it.each([
    {
      how: "were shown for a label that was taken back",
      look: async (page) => {
        await labelAndReturn(page);
        await untilScores(page, 8);
        await page.locator(".desk-known").getByRole("button", { name: "Take back" }).click();
        await untilScores(page, 0);
      },
    },
    {
      how: "were shown so before the page was read again",
      look: async (page) => {
        await labelAndReturn(page);
        await untilScores(page, 8);
        await page.locator(".desk-known").getByRole("button", { name: "Take back" }).click();
        await untilScores(page, 0);
        await page.reload();
        await page.getByRole("listbox", { name: "Steps" }).waitFor();
      },
    },
    {
      how: "had been seen on the thread page",
      look: async (page) => {
        await page.evaluate(`location.assign(${JSON.stringify(THREAD)})`);
        await page.getByRole("button", { name: "Decisive" }).waitFor();
        await page.keyboard.press("l");
        await page.getByRole("listbox", { name: "Steps" }).waitFor();
      },
    },
  ] satisfies readonly { readonly how: string; readonly look: (page: Page) => Promise<void> }[])(
    "records for a label of the label page that scores $how",
    async ({ look }) => {
      const { labels, visit } = await sampleInspector(TWO);
      const page = await visit(browser(), AT_FIRST);
      await page.getByRole("listbox", { name: "Steps" }).waitFor();
      await look(page);
      await page.getByRole("button", { name: "No step at fault" }).click();
      await expectText(page, "Labelled: t-1");
      expect((await labels.list()).map(({ scoresInView }) => scoresInView)).toEqual([true]);
      await page.goBack();
      await page.locator(".desk-known").getByText("scores in view").waitFor();
    },
  );

  it.each(LOOKS)("keeps nobody out of the help: $name", async (look) => {
    const { visit } = await sampleInspector(TWO);
    const page = await visit(browser(), THREAD, look);
    await page.getByRole("button", { name: "What the labels mean" }).click();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
