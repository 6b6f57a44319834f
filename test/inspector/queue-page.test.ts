import type { QueueView } from "@langgraph-rollback/inspector";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";

const HOSTILE = `<img src=x onerror="globalThis.hacked = true">\u202Eesrever\u202C \u001B[2J ${"unbroken".repeat(200)}`;

const run = { graph: "support", tenant: "", queuedAt: "2026-11-28T12:00:00.000Z", starts: 1, crashes: 0 };
const view: QueueView = {
  name: "postgres://me@box/agents, schema langgraph_rollback",
  at: "2026-11-28T12:00:30.000Z",
  problems: [
    {
      level: "fault",
      code: "QUEUE_WITHOUT_WORKER",
      message: `Nobody works on ${HOSTILE}.`,
      remedy: "Start one.",
    },
  ],
  counts: [
    { graph: "support", status: "waiting", count: 1 },
    { graph: "support", status: "succeeded", count: 12 },
  ],
  open: [{ ...run, run: "r-1", thread: "t-1", status: "waiting", worker: "ada" }],
  retried: [
    {
      ...run,
      run: "r-2",
      thread: HOSTILE,
      status: "recovered",
      starts: 2,
      crashes: 1,
      problem: `WORKER_LOST: ${HOSTILE}`,
    },
  ],
  workers: [
    { name: "bob", state: "gone", graphs: [], hands: 0, heardSeconds: 1000 },
    { name: "ada", state: "live", graphs: ["support"], hands: 8, heardSeconds: 2 },
  ],
};

describe.skipIf(noBrowser !== undefined)(`the page of a queue${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("shows what is wrong, what is under way, what was retried, and who works", async () => {
    const { visit } = await sampleInspector({ threads: 1 }, {}, { queue: async () => view });
    const page = await visit(browser(), "#/threads");
    await page.getByRole("navigation").getByRole("link", { name: "Queue" }).click();
    expect(await page.locator(".queue-problems li").innerText()).toMatch(
      /^Fault: Nobody works on [^]*Start one\. QUEUE_WITHOUT_WORKER$/,
    );
    const rows = await page.locator(".work-queue tbody tr").allInnerTexts();
    const cells = rows.map((text) => text.split("\t").map((cell) => cell.trim()));
    expect(cells[0]).toEqual(["t-1", "support", "waiting", expect.any(String), "1", "ada", ""]);
    expect(cells[1]?.slice(4, 6)).toEqual(["2, 1 lost", ""]);
    expect(cells.slice(2)).toEqual([
      ["ada", "live", "support", "8", "2 s ago"],
      ["bob", "ended without a word", "not told yet", "0", "17 min ago"],
      ["support", "1", "12"],
    ]);
    expect(await page.getByRole("link", { name: "t-1" }).getAttribute("href")).toBe("#/threads/t-1");
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  });

  it("is looked at again", async () => {
    let looks = 0;
    const queue = async (): Promise<QueueView> => ({ ...view, open: looks++ === 0 ? [] : view.open });
    const { visit } = await sampleInspector({ threads: 1 }, {}, { queue });
    const page = await visit(browser(), "#/queue");
    await expect.poll(() => page.getByRole("link", { name: "t-1" }).count()).toBe(1);
  });

  it("is not there without a queue", async () => {
    const { visit } = await sampleInspector({ threads: 1 });
    const page = await visit(browser(), "#/queue");
    expect(await page.locator("main").innerText()).toContain("No queue is shown.");
    expect(await page.getByRole("navigation").getByRole("link", { name: "Queue" }).count()).toBe(0);
  });

  it.each(LOOKS)("is fit for everybody, $name", async (look) => {
    const { visit } = await sampleInspector({ threads: 1 }, {}, { queue: async () => view });
    const page = await visit(browser(), "#/queue", look);
    await page.locator(".work-queue").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});
