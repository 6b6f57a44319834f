import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { checkpointerSource } from "@langgraph-rollback/inspector";
import { withRollback } from "langgraph-rollback";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
});

/** A run whose third attempt is accepted, after as many steps as are wanted that are the same in all attempts. */
async function threeAttempts(alike: number): Promise<MemorySaver> {
  const checkpointer = new MemorySaver();
  let attempts = 0;
  const graph = new StateGraph(State)
    .addNode("look", ({ log }) => ({ log: [`looked at ${log.length}`] }))
    .addNode("answer", () => ({ log: [`The fare is ${45 - attempts} <b>euros</b>.`] }))
    .addEdge(START, "look")
    .addConditionalEdges("look", ({ log }) => (log.length > alike ? "answer" : "look"), ["look", "answer"])
    .compile({ checkpointer });
  const guarded = withRollback(graph, {
    verify: () => {
      attempts += 1;
      return attempts === 3 || { ok: false, reason: "the fare is wrong" };
    },
    maxRollbacks: 3,
  });
  await guarded.invoke({ log: ["How much?"] }, { configurable: { thread_id: "fares" }, recursionLimit: 100 });
  return checkpointer;
}

/** Whether an element is in the window, all of it. */
const isInSight = async (page: Page, selector: string): Promise<boolean> => {
  const box = await page.locator(selector).first().boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};

describe.skipIf(noBrowser !== undefined)(`the first look${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("has the accepted one of three attempts in sight, and the words at which it parts from the failed one", async () => {
    const { visit } = await sampleInspector({}, checkpointerSource(await threeAttempts(3), "memory"));
    const page = await visit(browser(), "#/threads/fares");
    expect(await isInSight(page, ".lanes > li:nth-child(3) .lane")).toBe(true);
    expect((await page.locator(".parting").innerText()).replaceAll("\n", " ")).toMatch(
      /Attempt 1 , rejected , step 4 answer .*fare is 45 <b>euros<\/b>.*Attempt 3 , accepted , step 4 answer .*fare is 43 /,
    );
    expect(await page.locator(".parting :is(del, ins)").allTextContents()).toEqual(["45", "43"]);
    expect(await isInSight(page, ".parting del")).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Side by side" }).click();
    await page.getByRole("button", { expanded: true, name: "step 4" }).waitFor();
  });

  it("compares from the first words that differ, however many steps are before them", async () => {
    const { visit } = await sampleInspector({}, checkpointerSource(await threeAttempts(40), "memory"));
    const page = await visit(browser(), "#/compare/fares?a=1&b=3");
    await page.locator(".full-text del").waitFor();
    await expect.poll(() => isInSight(page, ".full-text del")).toBe(true);
  });

  it("shows what the list of steps knows of a step at once, while the rest is read", async () => {
    const { visit } = await sampleInspector({}, checkpointerSource(await threeAttempts(3), "memory"));
    const page = await visit(browser(), "#/threads/fares");
    const held: (() => void)[] = [];
    await page.route("**/api/step?*", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.keyboard.press("k");
    await expect.poll(() => page.getByRole("tabpanel").innerText()).toBe('log: ["looked at 3"]');
    expect(await page.locator(".waiting").count()).toBe(0);
    for (const release of held) release();
    await expect.poll(() => page.getByRole("tabpanel").innerText()).toContain("from checkpoint");
  });

  it("has the first thread on the first screen of a phone, and the further filters behind a click", async () => {
    const { visit } = await sampleInspector();
    const page = await visit(browser(), "", { viewport: { width: 380, height: 600 } });
    await page.locator("tbody tr").first().waitFor();
    expect(await isInSight(page, "tbody tr")).toBe(true);
    expect(await page.getByLabel("Agent", { exact: true }).isVisible()).toBe(false);
    await page.getByText("Agent and days").click();
    expect(await page.getByLabel("Agent", { exact: true }).isVisible()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
  });
});
