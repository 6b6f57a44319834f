import { AIMessage, HumanMessage, type BaseMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { FAILURE_MODES, plantFaults } from "langgraph-rollback/faults";
import { afterAll, expect, it } from "vitest";

const MISTAKE = /Make one deliberate mistake in it: (.*?\.) Write as if/;

/** A model that counts on, and miscounts when it is told to make a mistake. */
const server = await startOpenaiServer(({ messages }) => {
  const said = messages.map(({ content }) => content);
  const last = Number(said.findLast((text) => /^\d+$/.test(text)));
  return `${last + (said.some((text) => MISTAKE.test(text)) ? 2 : 1)}`;
});
afterAll(() => server.close());

const model = new ChatOpenAI({
  model: "any",
  apiKey: "none",
  maxRetries: 0,
  configuration: { baseURL: server.baseURL },
});
const AGENTS = ["planner", "solver", "checker"] as const;

const count =
  (agent: string) =>
  async ({ messages }: { messages: BaseMessage[] }) => {
    const { text } = await model.invoke([{ role: "system", content: `You are the ${agent}.` }, ...messages]);
    return { messages: [new AIMessage({ content: text, name: agent })] };
  };
const graph = new StateGraph(MessagesAnnotation)
  .addNode("planner", count("planner"))
  .addNode("solver", count("solver"))
  .addNode("checker", count("checker"))
  .addEdge(START, "planner")
  .addEdge("planner", "solver")
  .addEdge("solver", "checker")
  .addEdge("checker", END)
  .compile();

it("tells a mode to the model of the chosen step alone, over the wire", async () => {
  const tasks = Array.from({ length: 20 }, (_, at) => ({
    id: `${at}`,
    input: { messages: [new HumanMessage("0")] },
  }));
  const planted = plantFaults(graph, tasks, {
    seed: 3,
    verify: ({ output }) => output?.messages.at(-1)?.text === "3",
    fault: "any",
  });
  const modes = new Set<string>();
  let asked = 0;
  for await (const run of planted) {
    if (run.status !== "labelled") throw new Error(run.why);
    const requests = server.requests
      .slice(asked)
      .map(({ messages }) => messages.map(({ content }) => content));
    asked = server.requests.length;
    const { decisiveAgent, decisiveStep, reason } = run.trajectory.label;
    const told = requests.filter((said) => said.some((text) => MISTAKE.test(text)));
    expect(told).toHaveLength(1);
    expect(told[0]?.[0]).toBe(`You are the ${decisiveAgent}.`);
    expect(AGENTS[decisiveStep]).toBe(decisiveAgent);
    const instruction = MISTAKE.exec(told[0]?.join("\n") ?? "")?.[1];
    expect(instruction).toBe(FAILURE_MODES.find(({ name }) => name === reason)?.instruction);
    // Three for the run without a fault, then the step with it, then the steps after it.
    expect(requests).toHaveLength(3 + 3 - decisiveStep);
    expect(JSON.stringify(run.trajectory)).not.toMatch(MISTAKE);
    modes.add(reason ?? "");
  }
  expect(modes.size).toBeGreaterThan(8);
});
