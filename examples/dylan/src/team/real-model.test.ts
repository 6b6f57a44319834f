import { chooseModel, type Problem } from "@langgraph-rollback/example-simulation";
import { startOpenaiServer } from "@langgraph-rollback/example-simulation/testing";
import { afterAll, expect, test } from "vitest";
import { simulatedAgents } from "../simulated/simulated-agents.ts";
import { dylanGraph } from "./dylan-graph.ts";
import { dylanInput } from "./dylan-input.ts";
import { verifyAgreedAnswer } from "./verify-agreed-answer.ts";

const problem: Problem = {
  id: "pens",
  question: "Tony has 2 packs of 3 pens. How many pens?",
  answer: 6,
  chain: [],
};

/** Four opinions in the first round; afterwards all agents give the answer that the second one gave. */
const server = await startOpenaiServer(({ messages }) => {
  const [, agent, round] = /agent-(\d) in round (\d)/.exec(messages.at(-1)?.content ?? "") ?? [];
  return `ANSWER: ${round === "1" ? 4 + Number(agent) : 6}`;
});
afterAll(server.close);

test("a server at OPENAI_BASE_URL plays every agent, each with the solutions of the round before", async () => {
  const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_MODEL: "tiny" };
  const { model, simulated } = chooseModel(env, () => simulatedAgents({ problems: [problem] }));
  expect(simulated).toBe(false);
  const output = await dylanGraph({ model }).invoke(dylanInput(problem, 42));
  expect(verifyAgreedAnswer([problem])({ output })).toEqual({ ok: true });
  expect(server.requests).toHaveLength(8);
  expect(server.requests[0]).toMatchObject({ model: "tiny", seed: 42 });
  expect(server.requests.at(-1)?.messages.map(({ role, name }) => name ?? role)).toEqual([
    "system",
    "user",
    "agent-1",
    "agent-2",
    "agent-3",
    "agent-4",
    "user",
  ]);
});
