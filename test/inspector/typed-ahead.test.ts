import { setTimeout } from "node:timers/promises";

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { noBrowser, testBrowser } from "./chromium.ts";
import { expectText } from "./expect-text.ts";
import { AT_FIRST, inSight, selected, TWO } from "./label-desk.ts";
import { sampleInspector } from "./sample-inspector.ts";

const REFUSED = "Nothing was labelled";

// The first key holds the page, until an answer comes that it waits for without doing anything else.
const HELD = `addEventListener("keydown", () => {
  const held = new XMLHttpRequest();
  held.open("GET", "/held", false);
  held.send();
}, { once: true, capture: true })`;

/** Types keys, all but the first before the page has drawn what the first one did. */
async function typeAhead(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate(HELD);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/held", async (route) => {
    await held;
    await route.fulfill({ body: "" });
  });
  const typed = Promise.all(keys.map((key) => page.keyboard.press(key)));
  // Answered by the browser, which has passed the keys on by then; the page holds still.
  await page.context().cookies();
  await setTimeout(500);
  letGo();
  await typed;
}

describe.skipIf(noBrowser !== undefined)(`keys typed ahead${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it.each(["d", "x", "a"])("never label a step that was not shown when %s was typed", async (key) => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    await inSight(page);
    await typeAhead(page, ["j", key]);
    await expectText(page, REFUSED);
    expect(await selected(page)).toBe("2");
    expect(await labels.list()).toEqual([]);
    expect(await page.getByText("★ marked").count()).toBe(0);
    await page.keyboard.press("d");
    await expectText(page, "Labelled: t-1, attempt 1: step 2 is decisive.");
  });

  it.each([
    ["decisive steps", "n", "#/label/t-1?run=run-b&attempt=1"],
    ["runs", "r", "#/label/t-1?run=run-b&attempt=1&ask=runs"],
  ])(
    "never label an attempt that was not shown when they were typed, in the queue of %s",
    async (_, key, at) => {
      const { labels, visit } = await sampleInspector(TWO);
      const page = await visit(browser(), at);
      await inSight(page);
      await typeAhead(page, ["]", key]);
      // The next attempt has to be read before it can be labelled, so that the key may find nothing to act on.
      await page.getByRole("heading", { name: "t-2" }).waitFor();
      expect(await labels.list()).toEqual([]);
    },
  );

  it("label one attempt while a key is held down", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    await inSight(page);
    await page.keyboard.down("n");
    await page.getByRole("heading", { name: "t-2" }).waitFor();
    await inSight(page);
    for (let turn = 0; turn < 5; turn += 1) await page.keyboard.down("n");
    await page.keyboard.up("n");
    await page.keyboard.press("j");
    await expect.poll(() => selected(page)).toBe("2");
    expect((await labels.list()).map(({ thread }) => thread)).toEqual(["t-1"]);
  });

  it("never press a button of the thread page for a step that was not shown", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), "#/threads/t-1?run=run-b&attempt=1&step=3");
    await page.getByRole("button", { name: "Decisive" }).focus();
    await typeAhead(page, ["j", "Enter"]);
    await expectText(page, "Step 4");
    // The actions of the keys are done when the page has been drawn twice.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await labels.list()).toEqual([]);
    await page.getByRole("button", { name: "Decisive" }).click();
    await expectText(page, "step 4 is decisive, says");
  });

  it("leave ten labels at sixty keys", async () => {
    const { labels, visit } = await sampleInspector({ threads: 24, lengths: [8] });
    const page = await visit(browser(), "#/label");
    let keys = 0;
    for (let label = 1; label <= 10; label += 1) {
      await inSight(page);
      for (const key of ["j", "j", "j", "j", "d"]) {
        const at = Number(await selected(page));
        await page.keyboard.press(key);
        keys += 1;
        if (key === "j") await expect.poll(() => selected(page)).toBe(`${at + 1}`);
        // Somebody looks at the step before they say that it is the one.
        if (key === "j") await inSight(page);
      }
      await expectText(page, `${label} labelled on this visit`);
    }
    expect(keys).toBeLessThanOrEqual(60);
    expect(await labels.list()).toHaveLength(10);
    expect((await labels.list()).every(({ scoresInView }) => scoresInView === false)).toBe(true);
  });
});
