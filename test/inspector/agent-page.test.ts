import { MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { checkpointerSource } from "@langgraph-rollback/inspector";
import { withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";

const HOSTILE = `<img src=x onerror="globalThis.hacked = true">\u202Eesrever\u202C \u001B[2J ${"unbroken".repeat(60)}`;

/** An agent whose failures are old, new, and hostile. */
async function recorded() {
  const checkpointer = new MemorySaver();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("plan", () => ({ messages: [{ role: "assistant", content: "add" }] }))
    .addNode("solve", () => ({ messages: [{ role: "assistant", content: "42", name: HOSTILE }] }))
    .addEdge("__start__", "plan")
    .addEdge("plan", "solve")
    .addEdge("solve", "__end__")
    .compile({ checkpointer });
  const run = async (days: number, thread: string, reason: string): Promise<void> => {
    const agent = withRollback(graph, {
      verify: ({ attempt }) => ({ ok: reason === "" || attempt > 1, reason }),
      clock: () => Date.now() - days * 86_400_000,
    });
    await agent.invoke({ messages: "?" }, { configurable: { thread_id: thread } });
  };
  for (let at = 0; at < 6; at += 1) await run(9, `old ${at}`, "The total 17 is wrong.");
  await run(2, "new one", HOSTILE);
  await run(1, "fine", "");
  return checkpointerSource(checkpointer, "memory");
}

describe.skipIf(noBrowser !== undefined)(`the page of all runs${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("tells what fails most this week, one click from the threads, with links to the runs", async () => {
    const { visit } = await sampleInspector({}, {}, { source: await recorded() });
    const page = await visit(browser(), "#/threads");
    await page.getByRole("navigation").getByRole("link", { name: "Agent" }).click();
    const first = page.locator(".alike-groups > li").first();
    expect(await first.innerText()).toContain("1 of 1 run in the last 7 days");
    expect(await first.locator(".alike-mark").innerText()).toBe("new");
    expect(await page.getByRole("img", { name: /Failed runs in periods of 7 days/ }).count()).toBe(3);
    await first.getByRole("link", { name: "new one" }).click();
    await page.getByRole("heading", { name: "new one" }).waitFor();
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  });

  it.each(LOOKS)("can be read $name, whatever the runs hold", async ({ colorScheme, viewport }) => {
    const { visit } = await sampleInspector({}, {}, { source: await recorded() });
    const page = await visit(browser(), "#/agent", { colorScheme, viewport });
    await page.locator(".alike-groups > li").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  });
});
