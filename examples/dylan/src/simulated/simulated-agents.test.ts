import {
  createMistakeLedger,
  decisiveMistake,
  loadProblems,
  type MadeMistake,
  type Problem,
  type SimulationRates,
} from "@langgraph-rollback/example-simulation";
import { expect, inject, test } from "vitest";
import { dylanGraph } from "../team/dylan-graph.ts";
import { dylanInput } from "../team/dylan-input.ts";
import { verifyAgreedAnswer } from "../team/verify-agreed-answer.ts";
import { simulatedAgents } from "./simulated-agents.ts";

const problems = await loadProblems();
const tried = inject("allRounds") ? problems : problems.slice(0, 40);

async function runAgents(
  problem: Problem,
  seed: number,
  rates: Partial<SimulationRates> = {},
  withoutMistakeIn = "",
) {
  const ledger = createMistakeLedger<MadeMistake>();
  const model = simulatedAgents({ problems: [problem], rates, withoutMistakeIn, onMistake: ledger.record });
  const output = await dylanGraph({ model }).invoke(dylanInput(problem, seed));
  const mistakes = ledger.mistakesOf(problem.id, seed, ({ turn }) => Number(/agent-(\d)/.exec(turn)?.[1]));
  return { output, mistakes, ok: verifyAgreedAnswer([problem])({ output }).ok };
}

test("solves every problem in the first round when it makes no mistakes", async () => {
  const runs = await Promise.all(tried.map((problem) => runAgents(problem, 1, { error: 0 })));
  expect(runs.every(({ ok, output }) => ok && output.solutions.length === 4)).toBe(true);
});

test("one wrong solution is outvoted; a run that fails holds several mistakes", async () => {
  const runs = await Promise.all(tried.map((problem) => runAgents(problem, 3, { error: 0.1 })));
  const single = runs.filter(({ mistakes }) => mistakes.length === 1);
  expect(single.length).toBeGreaterThan(0);
  expect(single.filter(({ ok }) => !ok)).toEqual([]);
  const failed = runs.filter(({ ok }) => !ok);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.filter(({ mistakes }) => mistakes.length < 2)).toEqual([]);
});

test("the decisive mistake is the earliest without which the run is right", async () => {
  const problem = problems.find(({ id }) => id === "gsm8k-train-6964") ?? expect.fail();
  const { mistakes, ok } = await runAgents(problem, 6);
  expect(ok).toBe(false);
  const decisive = await decisiveMistake(
    mistakes,
    async ({ turn }) => (await runAgents(problem, 6, {}, turn)).ok,
  );
  expect(decisive).toMatchObject({ mistake: { agent: "agent-2" }, decidesAlone: true });
});
