import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { type Label, reportHtml, type ReportOptions, rollbackSvg } from "@langgraph-rollback/inspector";
import { RIGHT_OR_WRONG } from "@langgraph-rollback/inspector/shared";
import { sampleSource } from "@langgraph-rollback/inspector/testing";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";

import { noBrowser, testBrowser } from "./chromium.ts";
import { expectText } from "./expect-text.ts";
import { sampleInspector } from "./sample-inspector.ts";

/** Opens a file from disk; fails the test if it complains, or asks anybody for anything. */
async function openFile(browser: Browser, name: string, text: string, hash: string = ""): Promise<Page> {
  const folder = await mkdtemp(path.join(tmpdir(), "report-"));
  await writeFile(path.join(folder, name), text);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => complaints.push(message.text()));
  const address = pathToFileURL(path.join(folder, name)).href;
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) complaints.push(`asked for ${request.url()}`);
  });
  onTestFinished(async () => {
    await page.close();
    await rm(folder, { recursive: true });
    expect(complaints).toEqual([]);
  });
  await page.goto(`${address}${hash}`);
  return page;
}

const runLabel = (labeller: string, kind: "right" | "wrong"): Label => ({
  id: labeller,
  thread: "t-1",
  run: "run-b",
  attempt: 1,
  steps: 8,
  verdict: { kind },
  labeller,
  at: "2026-01-02T03:04:05.000Z",
  convention: RIGHT_OR_WRONG,
});

/** Whether any text of the trace has run. */
const isHacked = (page: Page) => page.evaluate("globalThis.hacked === true");

describe.skipIf(noBrowser !== undefined)(`the report${noBrowser ?? ""}`, () => {
  const browser = testBrowser();
  const report = async (options: Partial<ReportOptions>, hash: string) =>
    openFile(
      browser(),
      "report.html",
      await reportHtml({ source: sampleSource({ threads: 4 }), ...options }),
      hash,
    );

  it("opens from disk, shows its threads and says when it was made", async () => {
    const page = await report({ clock: () => Date.UTC(2026, 0, 2, 3, 4) }, "");
    await expectText(page, "Made on 2026-01-02 at 03:04 UTC.");
    await page.getByRole("link", { name: "t-1" }).click();
    await expectText(page, "rewound to here");
  });

  it("opens at its thread if it has only one, and lists it on request", async () => {
    const page = await report({ threads: ["t-2"] }, "");
    await expect.poll(() => page.locator("h1").innerText()).toBe("t-2");
    await page.getByRole("link", { name: "threads", exact: true }).click();
    await expectText(page, "1 of 1 thread");
    expect(await page.locator("tbody th a").allInnerTexts()).toEqual(["t-2"]);
  });

  it("leads to a step by its address, with all that is known of it", async () => {
    const page = await report({}, "#/threads/t-1?run=run-b&attempt=1&step=3&tab=state");
    await expectText(page, "last_agent");
  });

  it("says so where it has only the first line of a step", async () => {
    const page = await report({ mostDetails: 1 }, "#/threads/t-1?run=run-b&attempt=1&step=6");
    await expectText(page, /only the first line of this step/);
  });

  it("says how many labellers take a run for right or wrong", async () => {
    const labels = {
      list: async () => [runLabel("ada", "right"), runLabel("ben", "right"), runLabel("cem", "wrong")],
    };
    const page = await report({ labels }, "#/threads/t-1?run=run-b");
    await expectText(page, "attempt 1 labelled right by 2, wrong by 1");
    const other = await report({ labels }, "#/threads/t-2?run=run-b");
    await expectText(other, "gave up");
    expect(await other.getByText("labelled right").count()).toBe(0);
  });

  it("takes no labels", async () => {
    const page = await report({}, "#/threads/t-1?run=run-b&attempt=1&step=3");
    await expectText(page, "rewound to here");
    expect(await page.getByRole("button", { name: "Decisive" }).count()).toBe(0);
  });

  it.each(["", "#/threads/t-1", "#/compare/t-1", "#/label", "#/calibration"])(
    "shows text that means harm as text, at %j",
    async (hash) => {
      const page = await report({ source: sampleSource({ threads: 4, hostile: true }) }, hash);
      await expectText(page, /[Tt]hreads|Label|Calibration/);
      await page.locator("main :is(h1, h2)").first().waitFor();
      expect(await isHacked(page)).toBe(false);
      expect(await page.evaluate("({}).polluted === undefined")).toBe(true);
    },
  );

  it("comes from the live page as a file of its own", async () => {
    const { visit } = await sampleInspector({ threads: 2 });
    const page = await visit(browser(), "#/threads/t-1");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Report" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("t-1.html");
    expect(await readFile(await file.path(), "utf8")).toContain('id="report"');
  });
});

describe.skipIf(noBrowser !== undefined)(`the picture${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it.each([false, true])("is a whole SVG of text and shapes, hostile: %s", async (hostile) => {
    const view = await sampleSource({ hostile }).thread("t-1");
    const run = view?.runs.at(-1);
    const page = await openFile(browser(), "rollback.svg", run === undefined ? "" : rollbackSvg(run));
    expect(await page.evaluate("document.documentElement.nodeName")).toBe("svg");
    expect(await page.evaluate("document.querySelectorAll('parsererror, script, a, image').length")).toBe(0);
    expect(await isHacked(page)).toBe(false);
  });

  it("keeps its text within its frame", async () => {
    const run = (await sampleSource({ hostile: true, lengths: [12] }).thread("t-2"))?.runs.at(-1);
    const page = await openFile(browser(), "rollback.svg", run === undefined ? "" : rollbackSvg(run));
    const widest =
      "Math.max(...[...document.querySelectorAll('text')].map((t) => t.getBoundingClientRect().right))";
    expect(await page.evaluate(widest)).toBeLessThanOrEqual(880);
  });
});
