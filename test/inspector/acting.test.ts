import { MemorySaver } from "@langchain/langgraph";
import { checkpointerLabelStore, checkpointerSource, startInspector } from "@langgraph-rollback/inspector";
import { readHistory } from "langgraph-rollback";
import { previewActions, retryFrom } from "langgraph-rollback/operator";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { takePage } from "./pages.ts";
import { sampleInspector } from "./sample-inspector.ts";
import { actingAgent, type World } from "../../packages/inspector/src/fixtures/acting-agent.ts";

const config = { configurable: { thread_id: "seats" } };
/** Its nodes do nothing but by `effect`: on a copy they may run. */
const RULES = {
  nodes: { plan: "run", search: "run", book: "run", pay: "run", answer: "run" },
} as const;

describe.skipIf(noBrowser !== undefined)(`the page that acts${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  /** The list of threads of an inspector that may act, and a counter of clicks. */
  async function open(
    options: Parameters<typeof actingAgent>[2] = {},
    more: Partial<World> & { readonly look?: BrowserContextOptions } = {},
  ) {
    const saver = new MemorySaver();
    const world: World = { calls: [], ...more };
    const graph = actingAgent(saver, world, options);
    await graph.invoke({ log: [] }, config);
    const { visit } = await sampleInspector({}, checkpointerSource(saver, "memory"), {
      act: { graph, by: "ada", rules: RULES },
    });
    const page = await visit(browser(), "", more.look);
    await page.locator("tbody tr").waitFor();
    let clicks = 0;
    const click = async (what: Locator, at: Parameters<Locator["click"]>[0] = {}): Promise<void> => {
      clicks += 1;
      await what.click(at);
    };
    const openThread = () => click(page.getByRole("link", { name: "seats", exact: true }));
    const run = async () => (await readHistory(saver, config))[0];
    return { click, clicks: () => clicks, graph, openThread, page, run, world };
  }

  it("approves a waiting rollback in 2 clicks from the list, and shows the new attempt and who approved", async () => {
    const { click, clicks, openThread, page, run } = await open({ approve: "always" });
    await openThread();
    const question = page.locator(".question");
    expect(await question.innerText()).toMatch(/seat 1A is <b>taken<\/b>[^]*Would be undone/);
    await click(question.getByRole("button", { name: "Approve", exact: true }));
    await page.locator(".lanes > li:nth-child(2)").waitFor();
    expect(clicks()).toBe(2);
    await expect
      .poll(() => page.locator(".actions-record").innerText())
      .toMatch(/ada\s+approved the rollback/);
    expect(await run()).toMatchObject({ status: "recovered", actions: [{ action: "approve", by: "ada" }] });
    expect(await question.count()).toBe(0);
  });

  it("retries from step 4 with an edited note in 3 clicks from the list, by the arrow", async () => {
    const { click, clicks, openThread, page, run, world } = await open({ maxRollbacks: 0 });
    await openThread();
    const arrow = page.getByRole("slider", { name: "Retry from step" });
    await arrow.waitFor();
    await click(arrow, { position: await placeOf(arrow, 4) });
    const dialog = page.getByRole("dialog", { name: "Retry from step 4" });
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/steps 4 and 5 of 5 are undone and run again, 3 steps kept/);
    expect(await dialog.innerText()).toMatch(/Effects to undo, in this order\s*pay "1A"/);
    expect(await focused(page)).toBe("TEXTAREA");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Take <i>2B</i>.");
    expect(await seriousFaults(page)).toEqual([]);
    await click(dialog.getByRole("button", { name: "Retry from step 4" }));
    await page.locator(".lanes > li:nth-child(2)").waitFor();
    expect(clicks()).toBe(3);
    expect(await dialog.count()).toBe(0);
    const done = await run();
    expect(done?.actions).toMatchObject([{ action: "retry", by: "ada", step: 3 }]);
    expect(done?.attempts[0]).toMatchObject({ note: expect.stringMatching(/1A.* Take <i>2B<\/i>\.$/s) });
    expect(world.calls).toEqual(["book", "pay", "undo pay", "pay"]);
  });

  it("undoes one effect in 3 clicks from the list", async () => {
    const { click, clicks, openThread, page, run, world } = await open({ verify: () => true });
    await openThread();
    await click(page.locator(".standing-effects").getByRole("button", { name: /Undo.*pay/ }));
    const dialog = page.getByRole("dialog", { name: "Undo one effect" });
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/pay "1A".*still holds/);
    await click(dialog.getByRole("button", { name: "Undo", exact: true }));
    await expect.poll(() => page.locator(".actions-record").innerText()).toMatch(/ada\s+undid an effect/);
    expect(clicks()).toBe(3);
    expect(world.calls).toEqual(["book", "pay", "undo pay"]);
    expect((await run())?.actions).toMatchObject([{ action: "undo", by: "ada" }]);
    await expect.poll(() => page.locator(".standing-effects li").count()).toBe(1);
  });

  it("tries step 4 on a copy with an edited note, and shows both branches, where they part, and what became of acts", async () => {
    const { click, clicks, openThread, page, run, world } = await open({ maxRollbacks: 0 });
    await openThread();
    await page.getByRole("option", { name: /^Step 4, pay/ }).click();
    await click(page.getByRole("button", { name: "Try on a copy" }));
    const dialog = page.getByRole("dialog", { name: "Try from step 4 on a copy" });
    await dialog.waitFor();
    const told = await dialog.innerText();
    expect(told).toMatch(/copy in memory[^]*nothing is undone[^]*Any other is not done/);
    expect(told).toMatch(
      /code of these nodes runs, by the agent's own rules: "plan", "search", "book", "pay", "answer"/,
    );
    expect(told).toMatch(/which stay as they are\s*pay "1A"/);
    expect(await focused(page)).toBe("TEXTAREA");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Take <i>2B</i>.");
    await dialog.getByLabel(/^Values to put into the state/).fill("{");
    expect(await dialog.getByRole("button", { name: "Try on a copy" }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Values to put into the state/).fill('{"log": ["typed"]}');
    expect(await seriousFaults(page)).toEqual([]);
    await click(dialog.getByRole("button", { name: "Try on a copy" }));
    const notices = page.locator(".acting-notices");
    await expect.poll(() => notices.innerText()).toMatch(/what-if by ada from step 4 was accepted/);
    expect(await page.locator(".replays li").innerText()).toMatch(
      /Replay 1, what-if from step 4, by ada ✓ accepted/,
    );
    await click(notices.getByRole("link", { name: "Look at it beside the run" }));
    const heading = page.getByRole("region", { name: "Right: a replay" });
    expect(await heading.innerText()).toMatch(
      /3 of them kept from attempt 1[^]*Differs from attempt 1 from step 5 on[^]*copy in memory of thread seats, run from step 4 on by ada[^]*pay "1A": given its recorded result/,
    );
    expect(await page.locator(".compared-attempts").innerText()).toMatch(/Attempt 1/);
    expect(await seriousFaults(page)).toEqual([]);
    expect(clicks()).toBe(4);
    await page.getByRole("link", { name: "Threads", exact: true }).click();
    expect(await page.locator("tbody tr").innerText()).toMatch(/seats\s+1 replay/);
    expect(world.calls).toEqual(["book", "pay"]);
    expect((await run())?.attempts).toHaveLength(1);
  });

  it("drags the arrow to a step, and moves it by keys", async () => {
    const { openThread, page } = await open({ maxRollbacks: 0 });
    await openThread();
    const arrow = page.getByRole("slider", { name: "Retry from step" });
    await arrow.waitFor();
    const box = await arrow.boundingBox();
    const [from, to] = [await placeOf(arrow, 5), await placeOf(arrow, 2)];
    await page.mouse.move((box?.x ?? 0) + from.x, (box?.y ?? 0) + from.y);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + to.x, (box?.y ?? 0) + to.y, { steps: 5 });
    await page.mouse.up();
    await page.getByRole("dialog", { name: "Retry from step 2" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await arrow.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Retry from step 3" });
    await dialog.waitFor();
    expect(await dialog.getByLabel("First step that runs again").inputValue()).toBe("3");
  });

  it("tells who was first where somebody else has acted meanwhile, keeps the note that was typed, and does nothing", async () => {
    const { graph, openThread, page, run } = await open({ maxRollbacks: 0 });
    await openThread();
    await page.getByRole("button", { name: "Retry from here" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note to the next attempt").fill("mine");
    await dialog.getByLabel("Your name").fill("eve");
    const { expected } = await previewActions(graph, config);
    await retryFrom(graph, config, { step: 3, by: "bob <b>", expected });
    await dialog.getByRole("button", { name: /^Retry from step/ }).click();
    await expect
      .poll(() => dialog.getByRole("alert").innerText())
      .toMatch(/Nothing was done: the thread has changed.* bob <b> retried the run from step 4/);
    expect(await dialog.getByLabel("Note to the next attempt").inputValue()).toBe("mine");
    expect((await run())?.actions?.map(({ by }) => by)).not.toContain("eve");
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("shows a run that is under way, and tells that it has failed after a reload, too", async () => {
    let fail: (error: Error) => void = () => {};
    const wait = (signal?: AbortSignal): Promise<void> =>
      new Promise((_, reject) => {
        fail = reject;
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    const { openThread, page, run } = await open({ maxRollbacks: 0 }, { wait });
    await openThread();
    const arrow = page.getByRole("slider", { name: "Retry from step" });
    await arrow.click({ position: await placeOf(arrow, 4) });
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Retry from step/ })
      .click();
    const notices = page.locator(".acting-notices");
    await expect.poll(() => notices.innerText()).toMatch(/The run that ada started .* is under way/);
    await page.reload();
    await expect.poll(() => notices.innerText()).toMatch(/is under way/);
    expect(await seriousFaults(page)).toEqual([]);
    fail(new Error("no <b>model</b> \u001b[2J"));
    await expect.poll(() => notices.innerText()).toMatch(/has failed: no <b>model<\/b> ␛\[2J/);
    await page.reload();
    await expect.poll(() => notices.innerText()).toMatch(/has failed: no <b>model/);
    expect((await run())?.actions).toMatchObject([{ action: "retry" }]);
  });

  it("stops a run in the name that a person has typed, which lasts as long as the session", async () => {
    const wait = (signal?: AbortSignal): Promise<void> =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    const { openThread, page, run } = await open({ maxRollbacks: 0 }, { wait });
    await openThread();
    await page.getByRole("button", { name: "Retry from here" }).click();
    await page.getByRole("dialog").getByLabel("Your name").fill("bob");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Retry from step/ })
      .click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect
      .poll(() => page.locator(".actions-record").innerText())
      .toMatch(/bob retried the run from step 5[^]*bob stopped the run/);
    expect((await run())?.actions?.map(({ by }) => by)).toEqual(["bob", "bob"]);
    await expect.poll(() => page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  });

  it("has no buttons at an address that only lets people read", async () => {
    const saver = new MemorySaver();
    const graph = actingAgent(saver, { calls: [] }, { approve: "always" });
    await graph.invoke({ log: [] }, config);
    const inspector = await startInspector({
      source: checkpointerSource(saver, "memory"),
      labels: checkpointerLabelStore(new MemorySaver()),
      labeller: "ada",
      act: { graph, by: "ada" },
      isShared: true,
    });
    onTestFinished(() => inspector.close());
    const { page, leave } = await takePage(browser(), {});
    onTestFinished(leave);
    await page.goto(`${inspector.readOnlyUrl ?? ""}#/threads/seats`);
    await page.locator(".question").waitFor();
    await page.getByRole("tabpanel").waitFor();
    for (const name of [/Approve/, /Retry/, /Undo/, /Copy up/, /Decisive/])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Label", exact: true }).count()).toBe(1);
  });

  it("has no buttons where the inspector may not act", async () => {
    const saver = new MemorySaver();
    await actingAgent(saver, { calls: [] }, { approve: "always" }).invoke({ log: [] }, config);
    const { visit } = await sampleInspector({}, checkpointerSource(saver, "memory"));
    const page = await visit(browser(), "#/threads/seats");
    await page.locator(".question").waitFor();
    for (const name of [/Approve/, /Decline/, /Retry/, /Undo/, /Copy up/])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await page.getByRole("slider").count()).toBe(0);
  });

  it.each(LOOKS)("is good to look at: $name", async ({ colorScheme, viewport }) => {
    const { openThread, page } = await open({ approve: "always" }, { look: { colorScheme, viewport } });
    await openThread();
    await page.locator(".answer-buttons").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    await page.getByRole("button", { name: "Another step or note" }).click();
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  });
});

const focused = (page: Page): Promise<string> => page.evaluate("document.activeElement.tagName");

/** Place of the arrow's handle at a step of five, 1-based. */
async function placeOf(arrow: Locator, step: number): Promise<{ readonly x: number; readonly y: number }> {
  const { width = 0, height = 0 } = (await arrow.boundingBox()) ?? {};
  return { x: 12 + ((width - 24) * (step - 1)) / 4, y: height / 2 };
}
