import { chooseModel, type Problem } from "@langgraph-rollback/example-simulation";
import { afterAll, expect, test } from "vitest";
import { startOpenaiServer } from "@langgraph-rollback/example-simulation/testing";
import { simulatedSolver } from "../simulated/simulated-solver.ts";
import { createTeamGraph } from "./team-graph.ts";
import { teamInput } from "./team-input.ts";
import { verifyAnswer } from "./verify-answer.ts";

const problem: Problem = {
  id: "two-packs",
  question: "Tony has 2 packs of 3 pens and gives 1 pen away. How many are left?",
  answer: 5,
  chain: [{ expr: "2*3", result: 6, text: "Tony has 2*3=6 pens", deps: [] }],
};

/** Answers by role. */
const replies: Readonly<Record<string, string>> = {
  planner: "1. How many pens has Tony?\n2. How many are left?",
  "part 1": "2*3 = 6 pens.",
  "part 2": "6-1 = 5 pens.",
  checker: "All right. Final figure: 5",
  answerer: "ANSWER: 5",
};
const server = await startOpenaiServer(({ messages }) => {
  const cue = messages.at(-1)?.content ?? "";
  return replies[Object.keys(replies).find((key) => cue.includes(key)) ?? ""] ?? "?";
});
afterAll(server.close);

test("the simulated model is chosen when the environment names no other, and says so", () => {
  expect(chooseModel({}, () => simulatedSolver({ problems: [problem] }))).toMatchObject({
    simulated: true,
    name: "simulated model",
  });
});

test("a server at OPENAI_BASE_URL is called by the chat completions protocol, without a key", async () => {
  const { model, simulated, name } = chooseModel(
    { OPENAI_BASE_URL: server.baseURL, OPENAI_MODEL: "tiny" },
    () => simulatedSolver({ problems: [problem] }),
  );
  expect(simulated).toBe(false);
  expect(name).toContain("tiny");
  const output = await createTeamGraph(model).invoke(teamInput(problem, 42));
  expect(verifyAnswer([problem])({ output })).toEqual({ ok: true });
  expect(server.requests).toHaveLength(5);
  expect(server.requests[0]).toMatchObject({ model: "tiny", seed: 42 });
  const last = server.requests.at(-1)?.messages ?? [];
  expect(last[0]?.content).toContain("You are the answerer");
  expect(last.filter(({ role }) => role === "assistant").map((message) => message.name)).toEqual([
    "planner",
    "solver",
    "solver",
    "checker",
  ]);
});
