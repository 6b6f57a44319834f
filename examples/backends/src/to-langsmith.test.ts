import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
import { LangChainTracer } from "@langchain/core/tracers/tracer_langchain";
import { MemorySaver } from "@langchain/langgraph";
import { readHistory, type RunHistory } from "langgraph-rollback";
import { afterAll, beforeAll, expect, it } from "vitest";

import { BackendServer } from "./fixtures/backend-server.ts";
import { langSmithAt, workingServer } from "./fixtures/local-backends.ts";
import { QUESTION, REASON, RIGHT, ticketsAgent } from "./fixtures/tickets-agent.ts";
import { toLangSmith } from "./to-langsmith.ts";

const runId = "01985d5a-0000-7000-8000-000000000001";
const sessionId = "01985d5a-0000-7000-8000-000000000002";
const on = (thread_id: string) => ({ configurable: { thread_id } });

let run: RunHistory;
let server: BackendServer;

beforeAll(async () => {
  server = await workingServer();
  const agent = ticketsAgent();
  const tracer = new LangChainTracer({ client: langSmithAt(server.url), projectName: "tickets" });
  await agent.invoke(QUESTION, { ...on("langsmith"), runId, callbacks: [tracer] });
  await awaitAllCallbacks();
  run = await only(readHistory(agent, on("langsmith")));
});
afterAll(() => server.stop());

async function only(history: Promise<readonly RunHistory[]>): Promise<RunHistory> {
  const [found] = await history;
  if (found === undefined) throw new Error("There is no run.");
  return found;
}

/** Requests that the server has got since then, as JSON. */
async function sent(send: () => Promise<readonly unknown[]>) {
  server.received.length = 0;
  expect(await send()).toEqual([]);
  return server.received.toSorted((one, other) => nameOf(one.body).localeCompare(nameOf(other.body)));
}

const nameOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "key" in body ? String(body.key) : "";

it("sends the figures of a recovered run as feedback on the trace that LangChain's tracer sent", async () => {
  const [trace] = server.to("POST", "/runs").filter(({ body }) => JSON.stringify(body).includes(runId));
  expect(trace?.body).toMatchObject({ id: runId, session_name: "tickets" });
  const requests = await sent(() => toLangSmith(langSmithAt(server.url), run, { runId, sessionId }));
  const about = { run_id: runId, session_id: sessionId };
  const failed = { run: run.run, attempt: 1, decision: "roll-back", failedAtStep: 1, failedAtAgent: "solve" };
  const from = (metadata: object) => ({ type: "api", metadata: expect.objectContaining(metadata) });
  expect(requests).toMatchObject([
    { body: { ...about, key: "rollback_attempts", score: 2 } },
    { body: { ...about, key: "rollback_status", value: "recovered" } },
    { body: { ...about, key: "suspicion_attempt_1", feedback_source: from({ ...failed, step: 0 }) } },
    { body: { ...about, key: "verify", score: 1, value: "pass" } },
    { body: { ...about, key: "verify_attempt_1", score: 0, value: "fail", feedback_source: from(failed) } },
    { body: { ...about, key: "verify_attempt_2", score: 1, value: "pass" } },
    { body: { ...about, key: "verify_score_attempt_1", score: 0.25 } },
    { body: { ...about, key: "verify_score_attempt_2", score: 1 } },
  ]);
  for (const request of requests)
    expect(request).toMatchObject({ method: "POST", path: "/feedback", credentials: "key" });
});

it("overwrites what it sent before", async () => {
  const trace = { runId: "01985d5a-0000-7000-8000-000000000003", sessionId };
  const send = () => toLangSmith(langSmithAt(server.url), run, trace);
  const first = await sent(send);
  const ids = first.map(({ body }) => idOf(body));
  expect(new Set(ids).size).toBe(8);
  await sent(send);
  const paths = server.received.filter(({ method }) => method === "PATCH").map(({ path }) => path);
  expect(paths.toSorted()).toEqual(ids.map((id) => `/feedback/${id}`).toSorted());
});

const idOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "id" in body ? String(body.id) : "";

it("sends no text that was not asked for, and redacts what was", async () => {
  const client = langSmithAt(server.url);
  const trace = { runId: "01985d5a-0000-7000-8000-000000000004", sessionId };
  const untold = JSON.stringify(await sent(() => toLangSmith(client, run, trace)));
  expect(untold).not.toMatch(/comment|3 \* 14|Multiply/);
  const redact = (text: string) => text.replaceAll("Ann", "[name]");
  const told = { runId: "01985d5a-0000-7000-8000-000000000005", sessionId, texts: true, redact };
  const [rejected] = (await sent(() => toLangSmith(client, run, told))).filter(
    ({ body }) => nameOf(body) === "verify_attempt_1",
  );
  expect(rejected?.body).toMatchObject({ comment: REASON.replace("Ann", "[name]") });
});

it("tells why nothing was sent, and sends nothing, when `redact` fails", async () => {
  server.received.length = 0;
  const redact = () => {
    throw new RangeError("no");
  };
  const problems = await toLangSmith(langSmithAt(server.url), run, { runId, sessionId, texts: true, redact });
  expect(problems).toMatchObject([{ name: "RangeError" }]);
  expect(server.received).toEqual([]);
});

it("leaves the result alone, called from `onEvent` while the server does not answer", async () => {
  const silent = await new BackendServer(() => undefined).start();
  const client = langSmithAt(silent.url, 20);
  const checkpointer = new MemorySaver();
  const sends: Promise<readonly unknown[]>[] = [];
  const agent = ticketsAgent(
    {
      onEvent: ({ threadId, type }) => {
        if (type !== "rollback:ended") return;
        const ended = only(readHistory(checkpointer, on(threadId)));
        sends.push(ended.then((each) => toLangSmith(client, each, { runId, sessionId })));
      },
    },
    checkpointer,
  );
  const result = await agent.invoke(QUESTION, on("down"));
  expect(result.messages.at(-1)?.text).toBe(RIGHT);
  expect(await Promise.all(sends)).toEqual([
    Array.from({ length: 8 }, () => expect.objectContaining({ name: "TimeoutError" })),
  ]);
  await silent.stop();
});
