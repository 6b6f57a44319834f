import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { checkpointerSource } from "@langgraph-rollback/inspector";
import { withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { sampleInspector } from "./sample-inspector.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
});

/** A run whose rollback a human is asked about, and which did something outside of the graph. */
async function recordQuestion(checkpointer: MemorySaver): Promise<void> {
  const graph = new StateGraph(State)
    .addNode("plan", () => ({ log: ["planned"] }))
    .addNode("book", () => ({ log: ["booked seat 1A"] }))
    .addEdge(START, "plan")
    .addEdge("plan", "book")
    .compile({ checkpointer });
  const guarded = withRollback(graph, {
    verify: () => ({ ok: false, reason: "seat 1A is taken" }),
    approve: "always",
    effects: { nodes: { book: { undo: () => {} } } },
  });
  await guarded.invoke({ log: [] }, { configurable: { thread_id: "seats" } });
}

describe.skipIf(noBrowser !== undefined)(`a rollback that waits for an answer${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("is shown with question, scores, set, what would be undone and how to answer", async () => {
    const saver = new MemorySaver();
    await recordQuestion(saver);
    const { visit } = await sampleInspector({}, checkpointerSource(saver, "memory"));
    const page = await visit(browser(), "");
    await page.locator("tbody tr").waitFor();
    expect(await page.locator("tbody tr").innerText()).toMatch(/interrupted[^]*seat 1A is taken/);
    await page.getByRole("link", { name: "seats", exact: true }).click();
    await page.locator(".question").waitFor();
    const asked = await page.locator(".question").innerText();
    expect(asked).toMatch(/The rollback of attempt 1 waits for an answer\.[^]*seat 1A is taken/);
    expect(asked).toContain(
      'graph.invoke(new Command({ resume: true }), {"configurable":{"thread_id":"seats"}})',
    );
    expect(asked).toContain("Decline");
    const notices = await page.locator(".notices").innerText();
    expect(notices).toMatch(/Attempt 1 would be rewound to .* would be undone and run again/);
    expect(notices).toMatch(/book .*would be undone/);
    const whole = await page.locator("main").innerText();
    expect(whole).toContain("rejected");
    expect(whole).not.toContain("not judged");
    expect(await page.locator(".story").innerText()).toContain("The rollback waits for an answer.");
    expect(await seriousFaults(page)).toEqual([]);
  });
});
