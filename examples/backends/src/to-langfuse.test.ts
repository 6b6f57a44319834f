import { MemorySaver } from "@langchain/langgraph";
import { readHistory, type RunHistory } from "langgraph-rollback";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

import type { BackendServer } from "./fixtures/backend-server.ts";
import { addressOfNone, langfuseAt, workingServer } from "./fixtures/local-backends.ts";
import { QUESTION, REASON, RIGHT, ticketsAgent } from "./fixtures/tickets-agent.ts";
import { toLangfuse } from "./to-langfuse.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const on = (thread_id: string) => ({ configurable: { thread_id } });

let runs: readonly RunHistory[];
let server: BackendServer;

beforeAll(async () => {
  server = await workingServer();
  const agent = ticketsAgent();
  await agent.invoke(QUESTION, on("langfuse"));
  runs = await readHistory(agent, on("langfuse"));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.stop());

/** Bodies of the scores that the server has got of the one run. */
async function sent(place: Parameters<typeof toLangfuse>[2], of = runs) {
  server.received.length = 0;
  for (const run of of) expect(await toLangfuse(langfuseAt(server.url), run, place)).toEqual([]);
  return server.received.flatMap(({ body }) => eventsIn(body));
}

function eventsIn(body: unknown): readonly unknown[] {
  if (typeof body !== "object" || body === null || !("batch" in body)) return [];
  return Array.isArray(body.batch) ? body.batch : [];
}

const bodyOf = (event: unknown): unknown =>
  typeof event === "object" && event !== null && "body" in event ? event.body : undefined;

it("sends the figures of a recovered run as scores of a trace", async () => {
  const events = await sent({ traceId });
  expect(server.received).toMatchObject([
    {
      method: "POST",
      path: "/api/public/ingestion",
      credentials: `Basic ${Buffer.from("public:secret").toString("base64")}`,
    },
  ]);
  const run = runs[0]?.run;
  const failed = { run, attempt: 1, decision: "roll-back", failedAtStep: 1, failedAtAgent: "solve" };
  const passed = { run, attempt: 2, decision: "accept" };
  const score = (name: string, dataType: string, value: unknown, metadata: object = { run }) => ({
    type: "score-create",
    body: { traceId, name, dataType, value, metadata },
  });
  expect(events).toMatchObject([
    score("rollback_status", "CATEGORICAL", "recovered"),
    score("rollback_attempts", "NUMERIC", 2),
    score("verify", "BOOLEAN", 1, passed),
    score("verify_attempt_1", "BOOLEAN", 0, failed),
    score("verify_score_attempt_1", "NUMERIC", 0.25, failed),
    score("suspicion_attempt_1", "NUMERIC", expect.any(Number), { ...failed, step: 0 }),
    score("verify_attempt_2", "BOOLEAN", 1, passed),
    score("verify_score_attempt_2", "NUMERIC", 1, passed),
  ]);
});

it("gives the scores the same ids each time, and others on another trace or session", async () => {
  const ids = async (place: Parameters<typeof toLangfuse>[2]) =>
    (await sent(place)).map((event) => JSON.stringify(Object(bodyOf(event)).id));
  const first = await ids({ traceId });
  expect(new Set(first).size).toBe(8);
  expect(await ids({ traceId })).toEqual(first);
  expect((await ids({ sessionId: "langfuse" })).filter((id) => first.includes(id))).toEqual([]);
});

it("sends no text that was not asked for, and redacts what was", async () => {
  expect(JSON.stringify(await sent({ traceId }))).not.toMatch(/comment|3 \* 14|Multiply/);
  const redact = (text: string) => text.replaceAll("Ann", "[name]");
  const told = (await sent({ traceId, texts: true, redact })).map(bodyOf);
  expect(told).toContainEqual(
    expect.objectContaining({ name: "verify_attempt_1", comment: REASON.replace("Ann", "[name]") }),
  );
});

it("waits until all scores are sent, also where they are more than one batch of the client", async () => {
  const agent = ticketsAgent({ verify: () => false, maxRollbacks: 4 });
  await agent.invoke(QUESTION, on("fails"));
  const failed = await readHistory(agent, on("fails"));
  expect(failed[0]?.attempts).toHaveLength(5);
  expect((await sent({ traceId }, failed)).length).toBeGreaterThan(10);
  expect(server.received.length).toBeGreaterThan(1);
});

it("leaves the result alone, called from `onEvent` while no server answers", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const client = langfuseAt(await addressOfNone());
  const checkpointer = new MemorySaver();
  const sends: Promise<readonly unknown[]>[] = [];
  const agent = ticketsAgent(
    {
      onEvent: ({ threadId, type }) => {
        if (type !== "rollback:ended") return;
        sends.push(
          readHistory(checkpointer, on(threadId)).then(([run]) =>
            run === undefined ? [] : toLangfuse(client, run, { sessionId: threadId }),
          ),
        );
      },
    },
    checkpointer,
  );
  const result = await agent.invoke(QUESTION, on("down"));
  expect(result.messages.at(-1)?.text).toBe(RIGHT);
  expect(await Promise.all(sends)).toEqual([[]]);
  expect(JSON.stringify(logged.mock.calls)).toContain("Failed to export score batch");
});
