import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startDevServer, type DevServer } from "./fixtures/dev-server.ts";

const question = { messages: [{ role: "user", content: "What do 3 tickets cost?" }] };

let server: DevServer;
let client: Client;

beforeAll(async () => {
  server = await startDevServer();
  client = new Client({ apiUrl: server.url });
});

afterAll(async () => {
  await server?.stop();
});

const newThread = async () => (await client.threads.create()).thread_id;

/** The text of each message in a state's values. */
function textsIn(values: unknown): string[] {
  const messages: unknown = Reflect.get(Object(values), "messages");
  return Array.isArray(messages) ? messages.map((message) => String(Reflect.get(message, "content"))) : [];
}

const typeOf = (event: unknown): unknown => Reflect.get(Object(event), "type");

describe("a run on a thread", () => {
  it("recovers, and its thread has the state and both branches", async () => {
    const thread = await newThread();
    const output = await client.runs.wait(thread, "quote", { input: question });
    expect(textsIn(output).at(-1)).toBe("3 * $14 = $42");

    const { values, next, metadata } = await client.threads.getState(thread);
    expect(textsIn(values)).toEqual(textsIn(output));
    expect(next).toEqual([]);
    expect(metadata).toMatchObject({ rollback_attempt: 2 });
    expect(await client.threads.get(thread)).toMatchObject({ status: "idle" });

    const history = await client.threads.getHistory(thread);
    const ends = history.map((state) => textsIn(state.values).at(-1));
    expect(ends).toContain("3 * $14 = $45");
    expect(ends[0]).toBe("3 * $14 = $42");
  });

  it("continues the thread in the next turn", async () => {
    const thread = await newThread();
    await client.runs.wait(thread, "quote", { input: question });
    const output = await client.runs.wait(thread, "quote", { input: question });
    expect(textsIn(output).filter((text) => text === "What do 3 tickets cost?")).toHaveLength(2);
    expect(textsIn(output).at(-1)).toBe("3 * $14 = $42");
  });

  it("recovers beside others, with and without a thread", async () => {
    const threads = await Promise.all([newThread(), newThread(), newThread()]);
    const outputs = await Promise.all([
      ...threads.map((thread) => client.runs.wait(thread, "quote", { input: question })),
      ...threads.map(() => client.runs.wait(null, "quote", { input: question })),
    ]);
    for (const output of outputs) expect(textsIn(output).at(-1)).toBe("3 * $14 = $42");
  });
});

describe("a stream", () => {
  const STORY = [
    "rollback:attempt-started",
    "plan",
    "price",
    "rollback:rolled-back",
    "rollback:attempt-started",
    "plan",
    "price",
    "rollback:ended",
  ];

  const streamed = async (options: { subgraphs?: boolean } = {}) => {
    const chunks: { event: string; data: unknown }[] = [];
    const stream = client.runs.stream(await newThread(), "quote", {
      input: question,
      streamMode: ["values", "updates", "custom", "messages-tuple"],
      ...(options.subgraphs === undefined ? {} : { streamSubgraphs: options.subgraphs }),
    });
    for await (const { event, data } of stream) chunks.push({ event, data });
    return chunks;
  };

  it.each([false, true])(
    "tells of the rollback among the chunks of both attempts (subgraphs: %s)",
    async (subgraphs) => {
      const chunks = await streamed({ subgraphs });
      const story = chunks.flatMap(({ event, data }) => {
        if (event === "custom") return [String(typeOf(data))];
        return event === "updates" ? Object.keys(Object(data)) : [];
      });
      expect(story).toEqual(STORY);
      const values = chunks.filter(({ event }) => event === "values");
      expect(textsIn(values.at(-1)?.data).at(-1)).toBe("3 * $14 = $42");
    },
  );

  it("tells the same over the newer protocol of the SDK", async () => {
    const thread = client.threads.stream({ assistantId: "quote" });
    const events = await thread.subscribe(["custom", "updates"]);
    await thread.run.start({ input: question });
    const story: string[] = [];
    for await (const { method, params } of events) {
      const payload: unknown = Reflect.get(Object(params.data), "payload");
      story.push(method === "custom" ? String(typeOf(payload)) : String(Reflect.get(params, "node")));
      if (story.at(-1) === "rollback:ended") break;
    }
    expect(story).toEqual(STORY);
    expect(JSON.stringify(await thread.output)).toContain("3 * $14 = $42");
    await thread.close();
  });

  it("numbers the tokens by their attempt", async () => {
    const said = new Map<unknown, string>();
    for (const { event, data } of await streamed()) {
      if (event !== "messages" || !Array.isArray(data)) continue;
      const [message, metadata]: unknown[] = data;
      const attempt: unknown = Reflect.get(Object(metadata), "rollback_attempt");
      const token = String(Reflect.get(Object(message), "content"));
      said.set(attempt, (said.get(attempt) ?? "") + token);
    }
    expect(said.get(1)).toContain("3 * $14 = $45");
    expect(said.get(2)).toContain("3 * $14 = $42");
  });
});

/** A thread's status, and what it asks. */
async function questionsOf(thread: string) {
  const { status, interrupts } = await client.threads.get(thread);
  const questions = Object.values(interrupts)
    .flat()
    .map(({ value }) => value);
  return { status, questions };
}

describe("a run that asks a human", () => {
  it("resumes the same attempt, is rolled back, and asks again", async () => {
    const thread = await newThread();
    const asked = () => questionsOf(thread);
    await client.runs.wait(thread, "approval", { input: {} });
    expect(await asked()).toEqual({
      status: "interrupted",
      questions: [{ question: "Send it?", offer: "3 tickets: $45" }],
    });
    await client.runs.wait(thread, "approval", { command: { resume: "Ann" } });
    expect(await asked()).toEqual({
      status: "interrupted",
      questions: [{ question: "Send it?", offer: "3 tickets: $42" }],
    });
    const output = await client.runs.wait(thread, "approval", { command: { resume: "Bob" } });
    expect(output).toMatchObject({ offer: "3 tickets: $42", approvedBy: "Bob" });
    expect(await asked()).toEqual({ status: "idle", questions: [] });
  });
});

describe("a rollback that a human is asked about", () => {
  const asked = async (guest: string) => {
    const thread = await newThread();
    await client.runs.wait(thread, "booking", { input: { guest } });
    expect(await questionsOf(thread)).toMatchObject({
      status: "interrupted",
      questions: [
        {
          reason: expect.stringContaining("the guest asked for row A"),
          undo: [{ name: "book_seat", args: JSON.stringify({ guest, seat: "9F" }) }],
        },
      ],
    });
    return thread;
  };
  const outputAfter = (thread: string, decision: string) =>
    client.runs.wait(thread, "booking", { command: { resume: { decision } } });

  it("undoes what the failed attempt did once it is approved", async () => {
    const thread = await asked("Ann");
    expect(await outputAfter(thread, "approve")).toMatchObject({ seat: "9A", booked: ["9A"] });
    expect(await questionsOf(thread)).toEqual({ status: "idle", questions: [] });
  });

  it("leaves everything as it is if it is declined", async () => {
    const thread = await asked("Bob");
    expect(await outputAfter(thread, "decline")).toMatchObject({ seat: "9F", booked: ["9F"] });
    expect(await questionsOf(thread)).toEqual({ status: "idle", questions: [] });
  });
});

describe("a run that never passes", () => {
  it("ends as an error that says so, and leaves its thread readable", async () => {
    const thread = await newThread();
    const run = client.runs.wait(thread, "hopeless", { input: {} });
    await expect(run).rejects.toThrow(/RollbackExhaustedError/);
    expect(await client.threads.get(thread)).toMatchObject({ status: "error" });
    expect((await client.threads.getState(thread)).values).toMatchObject({ answer: "no idea" });
    const [{ status } = { status: "none" }] = await client.runs.list(thread);
    expect(status).toBe("error");
  });
});
