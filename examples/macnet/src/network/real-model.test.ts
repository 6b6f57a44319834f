import { chooseModel, type Problem } from "@langgraph-rollback/example-simulation";
import { startOpenaiServer } from "@langgraph-rollback/example-simulation/testing";
import { afterAll, expect, test } from "vitest";
import { simulatedNetwork } from "../simulated/simulated-network.ts";
import { macnetGraph } from "./macnet-graph.ts";
import { macnetInput } from "./macnet-input.ts";
import { verifyReport } from "./verify-report.ts";

const problem: Problem = {
  id: "pens",
  question: "Tony has 2 packs of 3 pens. How many pens?",
  answer: 6,
  chain: [],
};

/** Answers by role. */
const replies: Readonly<Record<string, string>> = {
  actor: "1. How many pens? (use 2, 3)\n2*3 = 6 pens.\nANSWER: 6",
  critic: "All right. Final figure: 6",
  answerer: "ANSWER: 6",
};
const server = await startOpenaiServer(
  ({ messages }) => replies[/You are the (\w+)/.exec(messages[0]?.content ?? "")?.[1] ?? ""] ?? "?",
);
afterAll(server.close);

test("a server at OPENAI_BASE_URL plays every agent, each with its own messages", async () => {
  const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_MODEL: "tiny" };
  const { model, simulated } = chooseModel(env, () => simulatedNetwork({ problems: [problem] }));
  expect(simulated).toBe(false);
  const output = await macnetGraph({ model, topology: "chain", agents: 2, seed: 1 }).invoke(
    macnetInput(problem, 42),
  );
  expect(verifyReport([problem])({ output })).toEqual({ ok: true });
  expect(server.requests).toHaveLength(4);
  expect(server.requests[0]).toMatchObject({ model: "tiny", seed: 42 });
  const asked = server.requests.map(({ messages }) => messages.map(({ role, name }) => name ?? role));
  expect(asked).toEqual([
    ["system", "user", "user"],
    ["system", "user", "actor-1", "user"],
    ["system", "user", "actor-1", "critic-1-2", "user"],
    ["system", "user", "actor-2", "user"],
  ]);
});
