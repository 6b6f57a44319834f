import { loadProblems } from "@langgraph-rollback/example-simulation";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { expect, inject, test } from "vitest";
import { systemPrompt, turnCue } from "../team/prompts.ts";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { runTeam } from "../testing/run-team.ts";
import { simulatedSolver } from "./simulated-solver.ts";

const problems = await loadProblems();
const solved = inject("allRounds") ? problems : problems.slice(0, 60);
const compared = problems.slice(0, inject("allRounds") ? 40 : 10);

test("solves every problem when it makes no mistakes", async () => {
  const runs = await Promise.all(solved.map((problem) => runTeam(problem, 1, { error: 0 })));
  expect(runs.filter(({ ok }) => !ok)).toEqual([]);
});

test("answers the same for the same seed, whatever calls come in between, and something else for another", async () => {
  const runAll = (tried: typeof compared, seed: number) =>
    Promise.all(tried.map((problem) => runTeam(problem, seed, { error: 0.2 })));
  const first = await runAll(compared, 7);
  const again = await runAll(compared.toReversed(), 7);
  const other = await runAll(compared, 8);
  expect(again.toReversed()).toEqual(first);
  expect(other.map(({ texts }) => texts)).not.toEqual(first.map(({ texts }) => texts));
});

test("answers today as it did when this test was written, in another process", async () => {
  const run = await runTeam(problems[0] ?? expect.fail(), 3, { error: 0.3 });
  expect(run.texts).toMatchSnapshot();
});

test("errors reach the answer: nearly every run with a mistake fails, no run without one does", async () => {
  const runs = await Promise.all(solved.map((problem) => runTeam(problem, 11)));
  const mistaken = runs.filter(({ first }) => first !== undefined);
  expect(runs.filter(({ first, ok }) => first === undefined && !ok)).toEqual([]);
  expect(mistaken.length).toBeGreaterThan(solved.length / 10);
  expect(mistaken.filter(({ ok }) => !ok).length / mistaken.length).toBeGreaterThan(0.95);
});

test("streams its answer in pieces that add up to it, and sends tokens through the graph", async () => {
  const problem = problems[0] ?? expect.fail();
  const model = simulatedSolver({ problems, rates: { error: 0 } });
  const messages = [
    new SystemMessage(systemPrompt("planner")),
    new HumanMessage(problem.question),
    new HumanMessage(turnCue("planner", { parts: [], solved: 0 })),
  ];
  const pieces: string[] = [];
  for await (const chunk of await model.stream(messages, { seed: 1 })) pieces.push(chunk.text);
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.join("")).toBe((await model.invoke(messages, { seed: 1 })).text);

  let tokens = 0;
  for await (const _ of await createTeamGraph(model).stream(teamInput(problem, 1), {
    streamMode: "messages",
  }))
    tokens += 1;
  expect(tokens).toBeGreaterThan(20);
});

test("refuses a conversation that is not the team's", async () => {
  const model = simulatedSolver({ problems });
  await expect(model.invoke([new HumanMessage("What is the capital of France?")])).rejects.toThrow(
    "knows only the team's prompts",
  );
});
