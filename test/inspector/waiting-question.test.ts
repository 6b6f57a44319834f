import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { checkpointerSource } from "@langgraph-rollback/inspector";
import { withRollback } from "langgraph-rollback";
import { rollbackMiddleware } from "langgraph-rollback/middleware";
import { createAgent } from "langchain";
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

/** An agent of `createAgent` whose first answer is rejected, and which asks before it tries again. */
async function recordAgentQuestion(checkpointer: MemorySaver): Promise<void> {
  const agent = createAgent({
    model: fakeModel().respond(new AIMessage("The seat is 1A.")),
    tools: [],
    checkpointer,
    middleware: [
      rollbackMiddleware({ verify: () => ({ ok: false, reason: "seat 1A is taken" }), approve: "always" }),
    ],
  });
  await agent.invoke({ messages: "A seat, please." }, { configurable: { thread_id: "agent" } });
}

describe("a question of the middleware", () => {
  it("is listed and shown as that of a wrapped graph, before any attempt is noted down", async () => {
    const saver = new MemorySaver();
    await recordAgentQuestion(saver);
    const source = checkpointerSource(saver, "memory");
    const asks = expect.stringContaining("seat 1A is taken");
    expect((await source.list(1)).threads).toMatchObject([{ status: "interrupted", waits: { asks } }]);
    const view = await source.thread("agent");
    expect(view?.runs.at(-1)).toMatchObject({
      status: "interrupted",
      waits: {
        questions: [{ asks, id: expect.any(String), rollback: { attempt: 1, step: expect.any(Number) } }],
      },
    });
  });
});

describe.skipIf(noBrowser !== undefined)(`a rollback that waits for an answer${noBrowser ?? ""}`, () => {
  const browser = testBrowser();

  it("is shown with question, scores, set, what would be undone and how to answer", async () => {
    const saver = new MemorySaver();
    await recordQuestion(saver);
    const { visit } = await sampleInspector({}, checkpointerSource(saver, "memory"));
    const page = await visit(browser(), "");
    await page.locator("tbody tr").waitFor();
    expect(await page.locator("tbody tr").innerText()).toMatch(
      /Asks since 20[^]*Attempt 1 failed \(seat 1A is taken\)/,
    );
    await page.getByText("Interrupted 1").click();
    expect(await page.locator("tbody tr").count()).toBe(1);
    await page.getByRole("link", { name: "seats", exact: true }).click();
    await page.locator(".question").waitFor();
    const asked = await page.locator(".question").innerText();
    expect(asked).toMatch(/The rollback of attempt 1 waits for an answer\.[^]*seat 1A is taken/);
    expect(asked).toMatch(
      /graph\.invoke\(new Command\(\{ resume: \{ "[0-9a-f]{32}": \{ decision: "approve" \} \} \}\), \{ configurable: \{ thread_id: "seats" \} \}\)/,
    );
    expect(asked).toMatch(/Would be undone:\s*steps 1 to 2 of 2/);
    expect(asked).toMatch(/Highest scores:\s*all steps are alike/);
    expect(asked).toMatch(/Set:\s*no bound/);
    expect(asked).toMatch(/Effects to undo:\s*book .*\(step 2\)/);
    expect(asked).toMatch(/Spent so far:\s*2 steps/);
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
