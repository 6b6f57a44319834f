import { readHistory } from "langgraph-rollback";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { BackendServer } from "./fixtures/backend-server.ts";
import { addressOfNone, langfuseAt, langSmithAt } from "./fixtures/local-backends.ts";
import { QUESTION, RIGHT, ticketsAgent } from "./fixtures/tickets-agent.ts";
import { toLangfuse } from "./to-langfuse.ts";
import { toLangSmith } from "./to-langsmith.ts";

const config = { configurable: { thread_id: "500" } };
const runId = "01985d5a-0000-7000-8000-000000000001";
const server = new BackendServer(() => ({ status: 500 }));

beforeAll(() => server.start());
afterAll(() => server.stop());

it("a server that answers 500, or none at all, changes no result, and no send throws", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const agent = ticketsAgent();
  const result = await agent.invoke(QUESTION, config);
  expect(result.messages.at(-1)?.text).toBe(RIGHT);
  const [run] = await readHistory(agent, config);
  if (run === undefined) throw new Error("There is no run.");
  const feedbackAt = (url: string) => toLangSmith(langSmithAt(url), run, { runId, sessionId: runId });
  const [answered, refused, scores] = await Promise.all([
    feedbackAt(server.url),
    feedbackAt(await addressOfNone()),
    toLangfuse(langfuseAt(server.url), run, { sessionId: "500" }),
  ]);
  expect(answered.map(String)).toEqual(Array.from({ length: 8 }, () => expect.stringContaining("500")));
  expect(refused.map(String)).toEqual(
    Array.from({ length: 8 }, () => expect.stringContaining("fetch failed")),
  );
  expect(scores).toEqual([]);
  // Both clients try again: that of LangSmith four times, that of Langfuse twice.
  expect(server.to("POST", "/feedback")).toHaveLength(8 * 5);
  expect(server.to("POST", "/api/public/ingestion")).toHaveLength(3);
  expect(JSON.stringify(logged.mock.calls)).toContain("Failed to export score batch");
  logged.mockRestore();
});
