import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { ChatOpenAI } from "@langchain/openai";
import { constantScorer } from "@langgraph-rollback/attribution";
import {
  allAtOnce,
  attributorScorer,
  chief,
  echo,
  jointScorer,
  naiveJudge,
  raffles,
  type Attributor,
  type AttributorScorerOptions,
  type JudgeOptions,
} from "@langgraph-rollback/attributors";
import {
  startOpenaiServer,
  type OpenaiServer,
  type ServerReply,
  type ServerScript,
} from "@langgraph-rollback/attributors/testing";
import { readHistory, type AttributionSource, type RollbackEvent } from "langgraph-rollback";
import { afterEach, describe, expect, it } from "vitest";

import { noteTakingGraph, question, thread } from "../fixtures/note-taking-graph.ts";

const opened: OpenaiServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

type Method = (judge: JudgeOptions) => Attributor;

interface Setting extends AttributorScorerOptions, Pick<JudgeOptions, "timeout"> {
  readonly method?: Method;
  readonly fallback?: NonNullable<AttributionSource["fallback"]>;
  readonly failure?: "wrong" | "throws";
  readonly maxRollbacks?: number;
}

/** The graph that fails until told, with an endpoint that attributes its failures; without a script, it is down. */
async function failingGraph(script: ServerScript | undefined, setting: Setting = {}) {
  const {
    method = allAtOnce,
    timeout = 240_000,
    fallback,
    failure = "wrong",
    maxMissing = 0.2,
    maxRollbacks = 2,
  } = setting;
  const server = await startOpenaiServer(script ?? (() => ""));
  if (script === undefined) await server.close();
  else opened.push(server);
  const configuration = { baseURL: server.baseURL };
  const model = new ChatOpenAI({ model: "any", apiKey: "none", maxRetries: 0, configuration });
  const events: RollbackEvent[] = [];
  const graph = noteTakingGraph(new MemorySaver(), {
    failure,
    maxRollbacks,
    scorer: attributorScorer(method({ model, timeout }), { maxMissing }),
    ...(fallback === undefined ? {} : { fallback }),
    onEvent: (event) => events.push(event),
  });
  return { graph, events, server };
}

async function runWith(reply: ServerReply | ServerScript | undefined, setting: Setting = {}) {
  const script = typeof reply === "function" || reply === undefined ? reply : () => reply;
  // A model that hangs is given up soon; any other has the time that a laden machine needs.
  const hangs = typeof reply === "object" && "fault" in reply && reply.fault === "hang";
  const { graph, events, server } = await failingGraph(script, hangs ? { timeout: 50, ...setting } : setting);
  const { messages } = await graph.invoke(question, thread);
  const [run] = await readHistory(graph, thread);
  return { texts: messages.map(({ text }) => text), run, events, server };
}

const restarted = [{ problem: { code: "SCORER_FAILED" }, rewind: { step: 0 } }, {}];
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

  it.each(faults)("is restarted where the endpoint %s, with the problem beside it", async (_, reply) => {
    const { texts, run, events } = await runWith(reply);
    expect(texts.at(-1)).toBe("check: right");
    expect(run).toMatchObject({ status: "recovered", attempts: restarted });
    expect(events).toContainEqual(expect.objectContaining({ type: "rollback:problem" }));
  });

  it.each(faults)(
    "is rolled back by another scorer where the endpoint %s, which the history says",
    async (_, reply) => {
      const { run } = await runWith(reply, { fallback: { scorer: constantScorer() } });
      expect(run).toMatchObject({ status: "recovered" });
      expect(run?.attempts[0]?.attribution).toMatchObject({
        scorerFingerprint: constantScorer().fingerprint,
        fallback: { code: expect.stringMatching(/^(MODEL_FAILED|TOO_MANY_MISSING)$/) },
      });
    },
  );

  it.each(faults)(
    "throws what the graph threw where no rollback is left and the endpoint %s",
    async (_, reply) => {
      const script = reply === undefined ? undefined : () => reply;
      const setting = { failure: "throws", timeout: 50, maxRollbacks: 0 } as const;
      const { graph, events } = await failingGraph(script, setting);
      const thrown = await graph.invoke(question, thread).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(RangeError);
      expect(thrown).toHaveProperty("message", "solve broke");
      expect(events).toContainEqual(expect.objectContaining({ type: "rollback:problem" }));
    },
  );

  it("is left at once where it is aborted while the model thinks", async () => {
    const stop = new AbortController();
    const hanging: ServerScript = () => {
      stop.abort(new Error("enough"));
      return { fault: "hang" };
    };
    const { graph, server } = await failingGraph(hanging, { timeout: 600_000 });
    await expect(graph.invoke(question, { ...thread, signal: stop.signal })).rejects.toThrow("enough");
    await expect.poll(() => server.open()).toBe(0);
  });
});

/** Answers about the first step alone. */
const ofOneStep: ServerScript = ({ messages }) =>
  messages.some(({ content }) => content.includes("step 1 is the decisive one"))
    ? { json: { probability: 0.9 } }
    : "It is raining.";

describe("a run that a model scores step by step", () => {
  it("is restarted where too many scores are missing", async () => {
    const { run } = await runWith(ofOneStep, { method: naiveJudge });
    expect(run).toMatchObject({ status: "recovered", attempts: restarted });
    const fallback = { scorer: constantScorer() };
    const rescued = await runWith(ofOneStep, { method: naiveJudge, fallback });
    expect(rescued.run).toMatchObject({
      status: "recovered",
      attempts: [{ attribution: { fallback: { code: "TOO_MANY_MISSING" } } }, {}],
    });
  });

  it("is rolled back by the others where so many may be missing", async () => {
    const { texts, run } = await runWith(ofOneStep, { method: naiveJudge, maxMissing: 0.7 });
    expect(texts.at(-1)).toBe("check: right");
    expect(run?.attempts[0]?.attribution?.scores).toEqual([0.9, 0.9, 0.9]);
    expect(run?.attempts[0]?.attribution).not.toHaveProperty("fallback");
  });
});

describe.each<readonly [string, Method]>([
  ["jointScorer", jointScorer],
  ["echo", echo],
  ["raffles", raffles],
  ["chief", chief],
])("a run whose failure %s is to attribute", (_, method) => {
  const some = faults.filter(([name]) => /down|hangs|garbage|weather/.test(name));

  it.each(some)("is restarted where the endpoint %s", async (__, reply) => {
    const { run } = await runWith(reply, { method });
    expect(run).toMatchObject({ status: "recovered", attempts: restarted });
  });
});
