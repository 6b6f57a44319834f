import { sampleSource } from "@langgraph-rollback/inspector/testing";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectText } from "./expect-text.ts";
import { AT_FIRST, inSight, ofModes, scores, selected } from "./label-desk.ts";
import { type SampleInspector, sampleInspector } from "./sample-inspector.ts";

/** More than fifty failures, of three modes. */
const MANY = { threads: 60, lengths: [8, 12] } as const;

const sitting = (): Promise<SampleInspector> => sampleInspector(MANY, ofModes(sampleSource(MANY)));

/** The desk's name for the attempt at hand. */
const atHand = (page: Page): Promise<string> => page.locator(".desk-head h2").innerText();

/** Presses a key that labels the attempt at hand, and waits until the next one can be labelled. */
async function press(page: Page, key: string): Promise<void> {
  const before = await atHand(page);
  await page.keyboard.press(key);
  await expect.poll(() => atHand(page)).not.toBe(before);
  await inSight(page);
}

async function chooseStep(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await page.keyboard.press(digit);
  await expect.poll(() => selected(page)).toBe(digits);
  await inSight(page);
}

describe.skipIf(noBrowser !== undefined)(`a sitting of fifty failures${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("is labelled, skipped and taken back by keyboard alone", async () => {
    const { labels, visit } = await sitting();
    const page = await visit(browser(), "#/label");
    await inSight(page);
    await expectText(page, "0 of 50");
    await expectText(page, "10 left of ten that were drawn together");
    await expectText(page, "No labels yet that calibration can use. At 10, 6 fit a scorer and 4 calibrate");
    for (const step of ["4", "3"]) {
      await chooseStep(page, step);
      await press(page, "Enter");
    }
    await expectText(page, "2 of 50");
    await expectText(page, "2 labels: too few for a set, which takes 4.");
    await press(page, "m");
    await press(page, "Enter");
    await expectText(page, "4 of 50");
    await expectText(page, "6 left of ten that were drawn together");
    await press(page, "u");
    await expectText(page, "Taken back:");
    await expectText(page, "3 of 50");
    const given = await labels.list();
    expect(given.map(({ verdict }) => verdict)).toEqual([
      { kind: "decisive", step: 3 },
      { kind: "decisive", step: 2 },
      { kind: "unsure" },
    ]);
    expect(given.every(({ scoresInView }) => scoresInView === false)).toBe(true);
  });

  it("goes to a step of two digits, and presses no button by Enter unless it has the focus", async () => {
    const { labels, visit } = await sampleInspector({ threads: 1, lengths: [50] });
    const page = await visit(browser(), "#/label");
    await inSight(page);
    await chooseStep(page, "12");
    await page.getByRole("button", { name: "Step 12 among several" }).focus();
    await page.keyboard.press("Enter");
    await expectText(page, "Marked: step 12.");
    expect(await labels.list()).toEqual([]);
  });

  it("has alike failures side by side, with the labeller's own labels of them and nobody else's", async () => {
    const { labels, visit } = await sitting();
    const page = await visit(browser(), "#/label");
    await inSight(page);
    const alike = page.locator(".alike");
    await alike.getByText(/^\d alike/).waitFor();
    const why = page.locator(".desk-head .rejection");
    const reason = await why.innerText();
    const first = (await atHand(page)).replace(", attempt 1", "");
    const second = page.locator(".queue a").nth(1);
    const thread = await second.locator(".queue-place .trace").innerText();
    const steps = (await second.innerText()).includes("12 steps") ? 12 : 8;
    const verdict = { kind: "decisive", step: 6 } as const;
    const given = { thread, run: "run-b", attempt: 1, steps, convention: "earliest-unrecovered" };
    await labels.add({ ...given, labeller: "grace", verdict });
    await chooseStep(page, "4");
    await press(page, "Enter");
    await expectText(page, `${first}: you said step 4 is decisive`);
    expect(await alike.getByText("step 7").count()).toBe(0);
    expect(await why.innerText()).toBe(reason);
    // The cursor does not follow the earlier label.
    expect(await selected(page)).toBe("1");
  });

  it("asks the server for nothing of the scorer's, and tells of a label what the scorer thought once it stands", async () => {
    const { labels, source, visit } = await sitting();
    const page = await visit(browser(), AT_FIRST);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await inSight(page);
    const attribution = (await source.thread("t-1"))?.runs.at(-1)?.attempts[0]?.attribution;
    expect(attribution?.status).toBe("bounded");
    const held = attribution?.set.steps.includes(3) === true ? "held" : "did not hold";
    const words = `The label before, of t-1: The scorer’s set of ${attribution?.set.steps.length} of ${attribution?.scores.length} steps ${held} step 4.`;
    await chooseStep(page, "4");
    await press(page, "Enter");
    // It may still be taken back for a slip of the key.
    expect(await page.locator(".scorer-on-earlier").count()).toBe(0);
    expect(await scores(page)).toBe(0);
    expect(asked.filter((path) => /\/api\/(thread|step)$/.test(path))).toEqual([]);
    await press(page, "Enter");
    await expectText(page, words);
    // From here on a label of the first attempt would follow the scorer.
    await press(page, "u");
    await press(page, "u");
    await expectText(page, "Taken back: t-1");
    await press(page, "n");
    expect((await labels.list()).at(-1)).toMatchObject({ thread: "t-1", scoresInView: true });
  });

  it.each(LOOKS)("keeps nobody out: $name", async (look) => {
    const { visit } = await sitting();
    const page = await visit(browser(), "#/label", look);
    await inSight(page);
    await press(page, "Enter");
    await press(page, "Enter");
    await page.getByText("What it was given").click();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
