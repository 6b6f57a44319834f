import {
  MISTAKE_KINDS,
  type MadeMistake,
  loadProblems,
  plantedFaultNote,
} from "@langgraph-rollback/example-simulation";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { createTeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import { systemPrompt, turnCue } from "../team/prompts.ts";
import { simulatedSolver } from "./simulated-solver.ts";

const problems = await loadProblems();

test("a planted fault is made at the very next message, and at no other", async () => {
  const made: MadeMistake[] = [];
  const model = simulatedSolver({
    problems,
    rates: { error: 0 },
    onMistake: (mistake) => made.push(mistake),
  });
  const graph = createTeamGraph(model, new MemorySaver());
  const config = { configurable: { thread_id: "planted" } };
  await graph.invoke(teamInput(problems[0] ?? expect.fail(), 1), { ...config, interruptBefore: ["checker"] });
  await graph.updateState(config, { messages: [new HumanMessage(plantedFaultNote(5))] }, "solver");
  await graph.invoke(null, config);
  expect(made.map(({ agent, cause }) => ({ agent, cause }))).toEqual([
    { agent: "checker", cause: "planted" },
  ]);
});

test("planted faults are of the same kinds in the same shares as natural ones", async () => {
  const kindsOf = async (notes: (seed: number) => readonly string[]): Promise<readonly string[]> => {
    const made: MadeMistake[] = [];
    const model = simulatedSolver({
      problems,
      rates: { error: 1 },
      onMistake: (mistake) => made.push(mistake),
    });
    for (const [seed, { question }] of problems.entries()) {
      const said = [question, ...notes(seed), turnCue("planner", { parts: [], solved: 0 })].map(
        (text) => new HumanMessage(text),
      );
      await model.invoke([new SystemMessage(systemPrompt("planner")), ...said], { seed });
    }
    return made.map(({ kind }) => kind);
  };
  const [natural, planted] = [await kindsOf(() => []), await kindsOf((seed) => [plantedFaultNote(seed)])];
  expect(planted).toHaveLength(problems.length);
  for (const { kind } of MISTAKE_KINDS) {
    const [first = 0, second = 0] = [natural, planted].map(
      (kinds) => kinds.filter((one) => one === kind).length / kinds.length,
    );
    expect(Math.abs(first - second)).toBeLessThan(0.15);
  }
});
