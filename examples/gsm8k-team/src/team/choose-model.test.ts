import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Problem } from "../problems/problem.ts";
import { chooseModel } from "./choose-model.ts";
import { createTeamGraph } from "./team-graph.ts";
import { teamInput } from "./team-input.ts";
import { verifyAnswer } from "./verify-answer.ts";

const problem: Problem = {
  id: "two-packs",
  question: "Tony has 2 packs of 3 pens and gives 1 pen away. How many are left?",
  answer: 5,
  chain: [{ expr: "2*3", result: 6, text: "Tony has 2*3=6 pens", deps: [] }],
};

const requestBody = z.object({
  model: z.string(),
  seed: z.number(),
  messages: z.array(z.object({ role: z.string(), content: z.string(), name: z.string().optional() })),
});

/** Speaks the chat completions protocol, and answers by role. */
const replies: Readonly<Record<string, string>> = {
  planner: "1. How many pens has Tony?\n2. How many are left?",
  "part 1": "2*3 = 6 pens.",
  "part 2": "6-1 = 5 pens.",
  checker: "All right. Final figure: 5",
  answerer: "ANSWER: 5",
};
const requests: z.infer<typeof requestBody>[] = [];

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const asked = requestBody.parse(JSON.parse(body));
    requests.push(asked);
    const cue = asked.messages.at(-1)?.content ?? "";
    const content = replies[Object.keys(replies).find((key) => cue.includes(key)) ?? ""] ?? "?";
    response.setHeader("content-type", "application/json");
    const message = { role: "assistant", content };
    response.end(
      JSON.stringify({
        id: "1",
        object: "chat.completion",
        created: 0,
        model: asked.model,
        choices: [{ index: 0, message, finish_reason: "stop" }],
      }),
    );
  });
});
let baseURL = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address !== null && typeof address === "object") baseURL = `http://127.0.0.1:${address.port}/v1`;
});
afterAll(() => server.close());

test("the simulated model is chosen when the environment names no other, and says so", () => {
  expect(chooseModel({}, { problems: [problem] })).toMatchObject({
    simulated: true,
    name: "simulated model",
  });
});

test("a server at OPENAI_BASE_URL is asked in the chat completions protocol, without a key", async () => {
  const { model, simulated, name } = chooseModel(
    { OPENAI_BASE_URL: baseURL, OPENAI_MODEL: "tiny" },
    { problems: [problem] },
  );
  expect(simulated).toBe(false);
  expect(name).toContain("tiny");
  const output = await createTeamGraph(model).invoke(teamInput(problem, 42));
  expect(verifyAnswer([problem])({ output })).toEqual({ ok: true });
  expect(requests).toHaveLength(5);
  expect(requests[0]).toMatchObject({ model: "tiny", seed: 42 });
  const last = requests.at(-1)?.messages ?? [];
  expect(last[0]?.content).toContain("You are the answerer");
  expect(last.filter(({ role }) => role === "assistant").map((message) => message.name)).toEqual([
    "planner",
    "solver",
    "solver",
    "checker",
  ]);
});
