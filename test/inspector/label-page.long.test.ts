import { describe, expect, it } from "vitest";

import { overhang } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectAddress, expectText } from "./expect-text.ts";
import { AT_FIRST, FIRST, inSight, OWN_LABEL, scores, selected, TWO } from "./label-desk.ts";
import { sampleInspector } from "./sample-inspector.ts";

describe.skipIf(noBrowser !== undefined)(`the label page${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("labels by mouse", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    await page.getByRole("option", { name: "solver" }).click();
    await page.getByRole("button", { name: "Step 6 is decisive" }).click();
    await expectText(page, "Labelled: t-1");
    expect((await labels.list()).map(({ verdict }) => verdict)).toEqual([{ kind: "decisive", step: 5 }]);
  });

  it("adds a decisive step to a label by mouse, and drops a mark that is taken away or ruled out", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    await labels.add(OWN_LABEL);
    const page = await visit(browser(), AT_FIRST);
    const step = (number: number) => page.locator(`[role=option][aria-posinset='${number}']`);
    const oneAmongSeveral = page.getByRole("button", { name: "among several" });
    for (const number of [5, 6, 7]) {
      await step(number).click();
      await oneAmongSeveral.click();
    }
    await expectText(page, "Marked: steps 3 and 5 to 7.");
    expect(await oneAmongSeveral.getAttribute("aria-pressed")).toBe("true");
    await oneAmongSeveral.click();
    await expectText(page, "Marked: steps 3, 5 and 6.");
    await step(5).click();
    await page.getByRole("button", { name: "Not step 5" }).click();
    await expectText(page, "Marked: steps 3 and 6.");
    await expect.poll(() => selected(page)).toBe("6");
    await page.getByRole("button", { name: "Steps 3 and 6 are decisive" }).click();
    await expectText(page, "Labelled: t-1, attempt 1: steps 3 and 6 are decisive.");
    expect((await labels.list()).at(-1)?.verdict).toEqual({ kind: "decisive", step: 2, further: [5] });
    await page.goBack();
    await expectText(page, "★ also decisive");
  });

  it("stays with an attempt after a step was ruled out, marks it and moves to the next step", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const page = await visit(browser(), AT_FIRST);
    await inSight(page);
    await page.keyboard.press("x");
    await expectText(page, "✗ not this");
    await expect.poll(() => selected(page)).toBe("2");
    expect((await labels.list()).map(({ verdict }) => verdict)).toEqual([{ kind: "not-this", step: 0 }]);
  });

  it("shows them for an attempt that the labeller has labelled, until they take that back", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    await labels.add(OWN_LABEL);
    const page = await visit(browser(), AT_FIRST);
    await expectText(page, "★ decisive");
    expect(await scores(page)).toBe(8);
    await page.getByText("Labelled (1)").click();
    await page.getByRole("listitem").getByText("ada: step 3 is decisive").waitFor();
    await page.getByRole("region", { name: "Your label" }).waitFor();
    await page.locator(".desk-known").getByRole("button", { name: "Take back" }).click();
    await expectText(page, "Taken back: t-1, attempt 1: step 3 is decisive.");
    expect(await labels.list()).toEqual([]);
    await expect.poll(() => scores(page)).toBe(0);
  });

  it("shows what labellers disagree on, with what each says", async () => {
    const { labels, visit } = await sampleInspector(TWO);
    const given = { ...FIRST, steps: 8, convention: "earliest-unrecovered" };
    await labels.add({
      ...given,
      labeller: "ada",
      verdict: { kind: "decisive", step: 2 },
      reason: "of 2019",
    });
    await labels.add({ ...given, labeller: "grace", verdict: { kind: "decisive", step: 1 } });
    const page = await visit(browser(), "#/label");
    await page.getByText("Disagreements (1)").click();
    await expectText(page, "of 2019");
    await expectText(page, /grace.*step 2 is decisive/);
    // Nobody is asked twice about the same attempt.
    expect(await page.getByRole("link", { name: "t-1" }).count()).toBe(0);
    await page.getByRole("button", { name: "t-1, attempt 1" }).click();
    await expectText(page, "★ grace");
  });

  it("says in words what went wrong with a label", async () => {
    const { visit } = await sampleInspector(TWO, {}, { labels: brokenLabels });
    const page = await visit(browser(), AT_FIRST);
    await page.getByRole("listbox", { name: "Steps" }).waitFor();
    const reason = page.getByRole("textbox", { name: "Reason" });
    await reason.fill("It reads the list of 2019.");
    await page.getByRole("button", { name: "No step at fault" }).click();
    await page.locator(".verdict-said.failed").waitFor();
    expect(await page.locator(".verdict-said").innerText()).not.toBe("");
    // Nothing is lost: the labeller can try again.
    await expectAddress(page, "#/label/t-1");
    expect(await reason.inputValue()).toBe("It reads the list of 2019.");
  });

  it("says so where an attempt failed before its first step", async () => {
    const { source } = await sampleInspector(TWO);
    const bare = async (id: string) => {
      const view = await source.thread(id);
      if (view === undefined) return undefined;
      const runs = view.runs.map((run) => ({
        ...run,
        attempts: run.attempts.map((attempt) => ({ ...attempt, steps: [] })),
      }));
      return { ...view, runs };
    };
    const { visit } = await sampleInspector(TWO, { thread: bare });
    const page = await visit(browser(), AT_FIRST);
    await expectText(page, "This attempt has no steps, so there is nothing to label.");
    expect(await page.getByRole("region", { name: "Your label" }).count()).toBe(0);
  });

  it("marks no set where no bound was found", async () => {
    const { labels, visit } = await sampleInspector({ threads: 10, lengths: [8] });
    await labels.add({ ...OWN_LABEL, thread: "t-10" });
    const page = await visit(browser(), "#/label/t-10?run=run-b&attempt=1");
    await page.getByRole("listbox", { name: "Steps" }).waitFor();
    await expect.poll(() => scores(page)).toBe(8);
    expect(await page.locator(".step-choice .in-set").count()).toBe(0);
  });

  it("draws few of 5,000 steps, and the last one on request", async () => {
    const { visit } = await sampleInspector({ threads: 1, lengths: [5000] });
    const page = await visit(browser(), AT_FIRST);
    await page.getByRole("listbox", { name: "Steps" }).waitFor();
    await page.keyboard.press("End");
    await expect.poll(() => selected(page)).toBe("5000");
    expect(await page.getByRole("option").count()).toBeLessThan(100);
    // The step that the list names as active is there, though it is out of sight.
    await page.getByRole("listbox").evaluate((list) => list.scrollTo(0, 0));
    await page.locator("[aria-posinset='1']").waitFor();
    expect(await selected(page)).toBe("5000");
  });

  it("lets text that means harm do none", async () => {
    const { labels, visit } = await sampleInspector({ ...TWO, hostile: true });
    await labels.add(OWN_LABEL);
    const page = await visit(browser(), AT_FIRST);
    await page.getByRole("listbox", { name: "Steps" }).waitFor();
    await expect.poll(() => scores(page)).toBe(8);
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await overhang(page)).toBe(0);
  });
});

const brokenLabels = {
  list: async () => [],
  add: async () => {
    throw new Error("The disk is full.");
  },
  retract: async () => false,
};
