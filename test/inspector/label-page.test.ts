import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectAddress, expectText } from "./expect-text.ts";
import { AT_FIRST, FIRST, inSight, scores, selected, TWO } from "./label-desk.ts";
import { sampleInspector } from "./sample-inspector.ts";

describe.skipIf(noBrowser !== undefined)(`the label page${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("labels by keyboard alone, and moves to the next attempt", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    await inSight(page);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(() => selected(page)).toBe("3");
    await page.keyboard.press("r");
    await page.keyboard.type("jkdx: 2019");
    await page.keyboard.press("Enter");
    await page.keyboard.press("d");
    await expectText(page, "Labelled: t-1, attempt 1: step 3 is decisive.");
    expect(await labels.list()).toMatchObject([
      { ...FIRST, steps: 8, labeller: "ada", verdict: { kind: "decisive", step: 2 }, reason: "jkdx: 2019" },
    ]);
    await expectAddress(page, "#/label/t-2");
    await expectText(page, "1 labelled on this visit, 3 left");
    await expectText(page, "1 of 4");
    // So that screen readers say which step the cursor is on.
    await expect
      .poll(() => page.evaluate<string>("document.activeElement.getAttribute('aria-label')"))
      .toBe("Steps");
  });

  it("labels several decisive steps together by keyboard alone", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    const steps = page.getByRole("listbox", { name: "Steps" });
    await inSight(page);
    for (const key of ["j", "j", "j", "j", "j"]) await page.keyboard.press(key);
    await expect.poll(() => selected(page)).toBe("6");
    await inSight(page);
    await page.keyboard.press("a");
    await expectText(page, "Marked: step 6. d labels the marked steps and the current step together.");
    await steps.getByRole("option", { name: "★ marked" }).waitFor();
    for (const key of ["k", "k", "k"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Steps 3 and 6 are decisive" }).waitFor();
    await inSight(page);
    await page.keyboard.press("d");
    await expectText(page, "Labelled: t-1, attempt 1: steps 3 and 6 are decisive.");
    expect(await labels.list()).toMatchObject([
      { ...FIRST, steps: 8, labeller: "ada", verdict: { kind: "decisive", step: 2, further: [5] } },
    ]);
    await page.getByRole("heading", { name: "t-2" }).waitFor();
    // Marks are of one attempt.
    await page.getByRole("button", { name: "Step 1 is decisive" }).waitFor();
    await page.keyboard.press("?");
    await expectText(page, "one among several decisive steps");
  });

  it("takes labels back, the last one first, and returns to their attempts", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    await inSight(page);
    await page.keyboard.press("n");
    await expectText(page, "Labelled: t-1, attempt 1: no step is at fault.");
    await page.getByRole("heading", { name: "t-2" }).waitFor();
    await inSight(page);
    await page.keyboard.press("m");
    await expectText(page, /Labelled: t-2, attempt \d: not sure/);
    await page.keyboard.press("u");
    await expectText(page, "Taken back: t-2");
    await page.keyboard.press("u");
    await expectText(page, "Taken back: t-1, attempt 1: no step is at fault.");
    await expectAddress(page, "#/label/t-1");
    expect(await labels.list()).toEqual([]);
    await page.keyboard.press("u");
    await expectText(page, "There is nothing to take back.");
  });

  it("hides scores, set and others' labels until the attempt is judged", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const given = { ...FIRST, steps: 8, convention: "earliest-unrecovered" };
    await labels.add({ ...given, labeller: "grace", verdict: { kind: "not-this", step: 4 } });
    const page = await visit(browser(), AT_FIRST);
    await inSight(page);
    await expectText(page, "so that they do not lead you");
    expect(await scores(page)).toBe(0);
    expect(await page.getByText("Labelled (").count()).toBe(0);
    expect(await page.getByText("grace").count()).toBe(0);
    // Nothing leads to the scores either.
    expect(await page.locator(".desk-attempt a").count()).toBe(0);
    await page.keyboard.press("d");
    await page.getByRole("heading", { name: "t-2" }).waitFor();
    await page.goBack();
    await expect.poll(() => scores(page)).toBe(8);
    await expectText(page, "✗ grace");
    await expectText(page, /The scorer’s set of \d of 8 steps (held|did not hold) step 1\./);
  });

  it.each(LOOKS)("keeps nobody out: $name", async (look) => {
    const { visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST, look);
    await page.locator(".step-to-read .trace").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await inSight(page);
    await page.keyboard.press("a");
    await page.keyboard.press("j");
    await expectText(page, "Marked: step 1.");
    await inSight(page);
    await page.keyboard.press("d");
    await page.getByRole("heading", { name: "t-2" }).waitFor();
    await page.goBack();
    await expect.poll(() => scores(page)).toBe(8);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
