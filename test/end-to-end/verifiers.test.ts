import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { startOpenaiServer, type ServerScript } from "@langgraph-rollback/attributors/testing";
import { createTrajectoryMatchEvaluator } from "agentevals";
import { createAgent, fakeModel, tool } from "langchain";
import { readHistory, withRollback, type VerifierRun } from "langgraph-rollback";
import { all, evaluatorVerifier, modelVerifier } from "langgraph-rollback/verifiers";
import { createLLMAsJudge } from "openevals";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";

const good = { reason: "3 * 14 is 42.", ok: true, score: 0.9 };

/** A model behind a local server that speaks OpenAI's protocol. */
async function served(script: ServerScript, name = "gpt-4o-mini") {
  const server = await startOpenaiServer(script);
  onTestFinished(() => server.close());
  const configuration = { baseURL: server.baseURL };
  return { server, model: new ChatOpenAI({ model: name, apiKey: "none", maxRetries: 0, configuration }) };
}

const run: VerifierRun = {
  input: "3 * 14?",
  inputs: "3 * 14?",
  output: "42",
  outputs: "42",
  threadId: "t",
  attempt: 1,
  trajectory: () => Promise.reject(new Error("not needed here")),
  readStep: () => Promise.reject(new Error("not needed here")),
};

const criteria = "The answer is the right product.";

describe("a model of OpenAI's protocol", () => {
  it.each(["gpt-4o-mini", "gpt-3.5-turbo"])(
    "judges a run, however it is held to the shape: %s",
    async (name) => {
      const { model, server } = await served(() => ({ json: good, usage: { input: 300, output: 20 } }), name);
      const verdict = await modelVerifier(model, { criteria })(run);
      expect(verdict).toEqual({ ...good, cost: { tokens: [{ model: name, input: 300, output: 20 }] } });
      expect(JSON.stringify(server.requests[0]?.messages)).toContain(criteria);
      expect(modelVerifier(model, { criteria }).fingerprint).toMatch(`model:openai:${name}`);
    },
  );

  it.each([
    ["answers in prose", () => "I would say so."],
    ["leaves a field out", () => ({ json: { ok: true } })],
    ["is cut off", () => ({ content: '{"reason": "3 *', finishReason: "length" })],
    ["refuses", () => ({ refusal: "I must not judge." })],
  ] satisfies [string, ServerScript][])("gives no verdict where it %s", async (_, script) => {
    const { model } = await served(script);
    await expect(modelVerifier(model, { criteria })(run)).rejects.toMatchObject({ code: "VERIFIER_ANSWER" });
  });

  it("is not called again when its time is over", async () => {
    const { model, server } = await served(() => ({ fault: "hang" }));
    const asked = modelVerifier(model, { criteria, timeout: 500 })(run);
    await expect(asked).rejects.toMatchObject({ code: "VERIFIER_TIMEOUT" });
    await vi.waitFor(() => expect(server.open()).toBe(0), { timeout: 120_000 });
  });

  it("is waited for no longer than its time when openevals asks it, which passes no signal on", async () => {
    const { model: judge } = await served(() => ({ fault: "hang" }));
    const evaluator = createLLMAsJudge({ prompt: "Is {outputs} right?", judge });
    const select = ({ outputs }: VerifierRun) => ({ outputs });
    const verify = evaluatorVerifier(evaluator, { fingerprint: "judge-1", select, timeout: 500 });
    await expect(verify(run)).rejects.toMatchObject({ code: "VERIFIER_TIMEOUT" });
  });
});

describe("an agent", () => {
  const weather = tool(({ city }) => `It is sunny in ${city}.`, {
    name: "weather",
    description: "Tells the weather.",
    schema: z.object({ city: z.string() }),
  });

  /** Asks for another city first, and for the right one once a note tells it to. */
  const model = Array.from({ length: 10 }).reduce<ReturnType<typeof fakeModel>>(
    (fake) =>
      fake.respond((messages) => {
        const last = messages.at(-1);
        if (last !== undefined && ToolMessage.isInstance(last)) return new AIMessage(last.text);
        const told = messages.some(({ name }) => name === "rollback");
        const call = { id: "call-1", name: "weather", args: { city: told ? "Ulm" : "Bonn" } };
        return new AIMessage({ content: "", tool_calls: [call] });
      }),
    fakeModel(),
  );

  const expected = [
    new HumanMessage("How is the weather in Ulm?"),
    new AIMessage({ content: "", tool_calls: [{ id: "1", name: "weather", args: { city: "Ulm" } }] }),
    new ToolMessage({ content: "It is sunny in Ulm.", tool_call_id: "1" }),
    new AIMessage("It is sunny in Ulm."),
  ];

  it("is rolled back for what agentevals and a model say of it, and the history tells by whom and at what cost", async () => {
    const { model: judge } = await served(({ messages }) => {
      const ok = JSON.stringify(messages).includes("sunny in Ulm");
      return {
        json: { reason: "Look at the city.", ok, score: ok ? 1 : 0 },
        usage: { input: 50, output: 9 },
      };
    });
    const trajectory = createTrajectoryMatchEvaluator({ trajectoryMatchMode: "strict" });
    const verify = all([
      evaluatorVerifier(trajectory, {
        fingerprint: "ulm-1",
        select: ({ output }: VerifierRun<unknown, { messages: BaseMessage[] }>) => ({
          outputs: output?.messages ?? [],
          referenceOutputs: expected,
        }),
      }),
      modelVerifier<unknown, { messages: BaseMessage[] }>(judge, {
        criteria: "The weather is that of the city.",
        show: ({ output }) => output?.messages.at(-1),
        fingerprint: "last-1",
      }),
    ]);
    const agent = createAgent({ model, tools: [weather], checkpointer: new MemorySaver() });
    const guarded = withRollback(agent, { verify, effects: { tools: { weather: "read-only" } } });
    const config = { configurable: { thread_id: "weather" } };
    const output = await guarded.invoke({ messages: expected.slice(0, 1) }, config);
    expect(output.messages.at(-1)?.text).toBe("It is sunny in Ulm.");
    const [record] = await readHistory(guarded, config);
    const cost = { tokens: [{ model: "gpt-4o-mini", input: 50, output: 9 }] };
    expect(record?.attempts.map(({ outcome }) => outcome)).toEqual([
      {
        ok: false,
        score: 0,
        reason: expect.stringMatching(
          /^evaluator:ulm-1:0\.5: trajectory_strict_match: false\nmodel:openai:gpt-4o-mini:last-1:\w+: Look at the city\.$/,
        ),
        verifier: verify.fingerprint,
        cost,
      },
      { ok: true, score: 1, verifier: verify.fingerprint, cost },
    ]);
  });
});
