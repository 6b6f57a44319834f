import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { ChatOpenAI } from "@langchain/openai";
import { constantScorer } from "@langgraph-rollback/attribution";
import { allAtOnce, attributorScorer, type JudgeOptions } from "@langgraph-rollback/attribution/llm";
import {
  startOpenaiServer,
  type OpenaiServer,
  type ServerReply,
} from "@langgraph-rollback/attribution/llm/testing";
import { readHistory, type AttributionSource, type RollbackEvent } from "langgraph-rollback";
import { afterEach, describe, expect, it } from "vitest";

import { noteTakingGraph, question, thread } from "../fixtures/note-taking-graph.ts";

const opened: OpenaiServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

/** The graph that fails until told, with an endpoint that attributes its failures; without a reply, it is down. */
async function runWith(reply: ServerReply | undefined, fallback?: AttributionSource["fallback"]) {
  const server = await startOpenaiServer(() => reply ?? "");
  if (reply === undefined) await server.close();
  else opened.push(server);
  const configuration = { baseURL: server.baseURL };
  const model = new ChatOpenAI({ model: "any", apiKey: "none", maxRetries: 0, configuration });
  const judge: JudgeOptions = { model, timeout: 200 };
  const events: RollbackEvent[] = [];
  const graph = noteTakingGraph(new MemorySaver(), {
    scorer: attributorScorer(allAtOnce(judge)),
    ...(fallback === undefined ? {} : { fallback }),
    onEvent: (event) => events.push(event),
  });
  const { messages } = await graph.invoke(question, thread);
  const [run] = await readHistory(graph, thread);
  return { texts: messages.map(({ text }) => text), run, events, server };
}

const failed = ["How much is 2 + 3?", "plan: right", "solve: wrong", "check: right"];
const blame = { reason: "made up", agent: "solve", step: 2, confidence: 0.9 };

const faults: readonly (readonly [string, ServerReply | undefined])[] = [
  ["is down", undefined],
  ["hangs", { fault: "hang" }],
  ["cuts its connections", { fault: "reset" }],
  ["fails", { fault: "status", status: 500 }],
  ["has no quota left", { fault: "status", status: 429 }],
  ["refuses the key", { fault: "status", status: 401 }],
  ["answers with garbage", { fault: "garbage" }],
  ["answers without choices", { fault: "no-choices" }],
  ["refuses to answer", { refusal: "No." }],
  ["speaks of the weather", "It is raining."],
  ["blames a step that is not there", { json: { ...blame, step: 99 } }],
];

describe("a run whose failure a language model is to attribute", () => {
  it("is rolled back by what the model says", async () => {
    const { texts, run, server } = await runWith({ json: blame });
    expect(texts.at(-1)).toBe("check: right");
    expect(run).toMatchObject({ status: "recovered" });
    expect(run?.attempts[0]?.attribution?.scores[1]).toBe(0.9);
    expect(server.requests).toHaveLength(1);
  });

  it.each(faults)(
    "ends as it would without it where the endpoint %s, with the problem beside it",
    async (_, reply) => {
      const { texts, run, events } = await runWith(reply);
      expect(texts).toEqual(failed);
      expect(run?.attempts).toMatchObject([{ outcome: { ok: false }, problem: { code: "SCORER_FAILED" } }]);
      expect(events).toContainEqual(expect.objectContaining({ type: "rollback:problem" }));
    },
  );

  it.each(faults)(
    "is rolled back by another scorer where the endpoint %s, which the history says",
    async (_, reply) => {
      const { run } = await runWith(reply, { scorer: constantScorer() });
      expect(run).toMatchObject({ status: "recovered" });
      expect(run?.attempts[0]?.attribution).toMatchObject({
        scorerFingerprint: constantScorer().fingerprint,
        fallback: { code: expect.stringMatching(/^(MODEL_FAILED|TOO_MANY_MISSING)$/) },
      });
    },
  );
});
