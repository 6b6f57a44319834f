import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { expectAddress, expectText } from "./expect-text.ts";
import { FIRST, inSight, scores, selected } from "./label-desk.ts";
import { sampleInspector } from "./sample-inspector.ts";

/** The verifier has rejected the first attempts of threads 1 and 2, and accepted that of thread 3. */
const THREE = { threads: 3, lengths: [8] } as const;
const AT_FIRST = "#/label/t-1?run=run-b&attempt=1&ask=runs";
const REJECTED = "is far above every offer";

describe.skipIf(noBrowser !== undefined)(`the queue of runs${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("asks about accepted and rejected runs alike, one switch away from the failures", async () => {
    const { visit } = await sampleInspector(THREE);
    const page = await visit(browser(), "#/label");
    await expectText(page, "Label failed attempts");
    await page.getByRole("link", { name: "Right or wrong" }).click();
    await expectText(page, "Judge runs right or wrong");
    await expectText(page, "Drawn at random: calibration needs a fair sample of runs");
    const queue = page.getByRole("complementary", { name: "What to label" });
    for (const thread of ["t-1", "t-2", "t-3"]) await queue.getByText(thread).first().waitFor();
    expect(await page.getByText("attempt 2").count()).toBe(0);
    for (const link of await queue.locator(".queue a").all())
      expect(await link.getAttribute("href")).toContain("ask=runs");
    expect(await page.getByRole("link", { name: "Right or wrong" }).getAttribute("aria-current")).toBe(
      "page",
    );
  });

  it("judges by keyboard alone, moves to the next run, and takes back", async () => {
    const { labels, visit } = await sampleInspector(THREE);
    const page = await visit(browser(), AT_FIRST);
    await page.getByRole("listbox", { name: "Steps" }).waitFor();
    expect(await selected(page)).toBe("8");
    await page.keyboard.press("e");
    await page.keyboard.type("rw: too dear");
    await page.keyboard.press("Enter");
    await page.keyboard.press("w");
    await expectText(page, "Labelled: t-1, attempt 1: the run is wrong.");
    const given = { ...FIRST, steps: 8, labeller: "ada", convention: "right-or-wrong" };
    expect(await labels.list()).toMatchObject([
      { ...given, verdict: { kind: "wrong" }, reason: "rw: too dear" },
    ]);
    await expectText(page, "1 labelled on this visit, 3 left");
    await expectAddress(page, "ask=runs");
    await inSight(page);
    await page.keyboard.press("r");
    await expectText(page, ", attempt 1: the run is right.");
    await inSight(page);
    await page.keyboard.press("m");
    await expectText(page, ", attempt 1: not sure.");
    expect((await labels.list()).map(({ verdict }) => verdict.kind)).toEqual(["wrong", "right", "unsure"]);
    for (const said of ["not sure", "the run is right", "the run is wrong"]) {
      await page.keyboard.press("u");
      await expectText(page, new RegExp(`Taken back: t-\\d, attempt 1: ${said}`));
    }
    expect(await labels.list()).toEqual([]);
  });

  it("hides the verdict and others' labels until the run is judged", async () => {
    const { labels, visit } = await sampleInspector(THREE);
    const convention = "right-or-wrong";
    await labels.add({ ...FIRST, steps: 8, convention, labeller: "grace", verdict: { kind: "right" } });
    const page = await visit(browser(), AT_FIRST);
    await page.locator(".step-to-read .trace").first().waitFor();
    await expectText(page, "The verdict and other people’s labels stay hidden");
    await page.keyboard.press("s");
    const desk = page.locator(".desk");
    for (const told of [REJECTED, "grace", "ejected", "ccepted"])
      expect(await desk.getByText(told).count()).toBe(0);
    expect(await scores(page)).toBe(0);
    expect(await desk.locator(".desk-attempt a").count()).toBe(0);
  });

  it.each(LOOKS)("keeps nobody out: $name", async (look) => {
    const { visit } = await sampleInspector(THREE);
    const page = await visit(browser(), AT_FIRST, look);
    await page.locator(".step-to-read .trace").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
