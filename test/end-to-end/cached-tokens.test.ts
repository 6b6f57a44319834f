import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { startOpenaiServer, type ServerScript } from "@langgraph-rollback/attributors/testing";
import { createAgent, tool } from "langchain";
import { readHistory, withRollback } from "langgraph-rollback";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";

/** The messages of a request's body as they went over the wire, without the list's end. */
function messagesIn(body: string): string {
  const from = body.indexOf('"messages":[');
  let depth = 0;
  let isText = false;
  for (let at = from + '"messages":'.length; at < body.length; at += 1) {
    const sign = body[at];
    if (isText && sign === "\\") at += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === "[" || sign === "{")) depth += 1;
    else if (!isText && (sign === "]" || sign === "}") && (depth -= 1) === 0) return body.slice(from, at);
  }
  throw new Error(`No messages in ${body}`);
}

/** A model behind a server that caches what requests begin with, and the bodies that it was sent. */
async function caching(answer: ServerScript) {
  const bodies: string[] = [];
  const seen: string[] = [];
  const server = await startOpenaiServer(async (request, call) => {
    const sent = messagesIn(bodies[call] ?? "");
    const cached = Math.max(0, ...seen.map((before) => (sent.startsWith(before) ? before.length : 0)));
    seen.push(sent);
    const given = await answer(request, call);
    const usage = { input: sent.length, output: 5, cached };
    return typeof given === "string" ? { content: given, usage } : { ...given, usage };
  });
  onTestFinished(() => server.close());
  const model = new ChatOpenAI({
    model: "gpt-4o-mini",
    apiKey: "none",
    maxRetries: 0,
    configuration: {
      baseURL: server.baseURL,
      fetch: (url, init) => {
        bodies.push(typeof init?.body === "string" ? init.body : "");
        return fetch(url, init);
      },
    },
  });
  return { bodies, model };
}

const look = tool(({ i }) => `fact ${i} — “straße” \u2028 {"a":1}`, {
  name: "look",
  description: "Looks a fact up.",
  schema: z.object({ i: z.number() }),
});

/** Three facts, and then a sum that is wrong until the note is there. */
const answering: ServerScript = ({ messages }) => {
  const facts = messages.filter(({ role }) => role === "tool").length;
  if (facts < 3) return { content: null, toolCalls: [{ name: "look", args: `{"i": ${facts}}` }] };
  return JSON.stringify(messages).includes("[rollback]") ? "42" : "41";
};

const config = { configurable: { thread_id: "t" } };

async function played(streaming: boolean, start: number) {
  const { bodies, model } = await caching(answering);
  const graph = withRollback(createAgent({ model, tools: [look], checkpointer: new MemorySaver() }), {
    verify: ({ output }) => output?.messages.at(-1)?.text === "42",
    policy: { name: "at", decide: () => ({ kind: "roll-back", start, reason: "test" }) },
  });
  const input = { messages: [{ role: "user", content: "add “them” up" }] };
  if (streaming) for await (const _ of await graph.stream(input, { ...config, streamMode: "messages" }));
  else await graph.invoke(input, config);
  const [run] = await readHistory(graph, config);
  return { bodies, run };
}

describe("a retry's prompt", () => {
  it.each([false, true])(
    "begins with the very bytes that the failed attempt has sent, up to the note; streamed: %s",
    async (streaming) => {
      const { bodies, run } = await played(streaming, 4);
      expect(run).toMatchObject({ status: "recovered", problems: [] });
      const [failed, retried] = [2, 4].map((call) => messagesIn(bodies[call] ?? ""));
      // Two facts are kept: what was sent to get the third stands before the note.
      expect(retried?.startsWith(failed ?? "-")).toBe(true);
      expect(retried?.slice(failed?.length)).toMatch(/^,\{"role":"user",.*\[rollback\] Attempt 1/);
      expect(failed?.length).toBeGreaterThan(300);
    },
  );

  it.each([false, true])(
    "is mostly cached, and its record says how much; streamed: %s",
    async (streaming) => {
      const { bodies, run } = await played(streaming, 6);
      const [sent, cached] = [4, 3].map((call) => messagesIn(bodies[call] ?? "").length);
      const [first, second] = run?.attempts ?? [];
      expect(first?.spent?.cached).toBeGreaterThan(0.4);
      expect(first?.spent?.tokens).toEqual([
        expect.objectContaining({ output: 20, cacheRead: expect.any(Number) }),
      ]);
      expect(second?.calls).toEqual({
        calls: 1,
        withNote: 1,
        note: "seen",
        cached: (cached ?? 0) / (sent ?? 1),
      });
    },
  );
});
