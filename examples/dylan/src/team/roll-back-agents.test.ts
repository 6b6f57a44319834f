import { MemorySaver } from "@langchain/langgraph";
import {
  createMistakeLedger,
  loadProblems,
  type MadeMistake,
  type SeededModel,
} from "@langgraph-rollback/example-simulation";
import { readHistory, withRollback } from "langgraph-rollback";
import { topOne } from "langgraph-rollback/policies";
import { expect, test } from "vitest";
import { simulatedAgents } from "../simulated/simulated-agents.ts";
import { dylanGraph } from "./dylan-graph.ts";
import { dylanInput } from "./dylan-input.ts";
import { verifyAgreedAnswer } from "./verify-agreed-answer.ts";

const problems = await loadProblems();
/** Of a run that fails after three rounds, because agents 2, 3 and 4 err in the first. */
const [problemId, seed] = ["gsm8k-train-6964", 6];
const problem = problems.find(({ id }) => id === problemId) ?? expect.fail();

/** Rolls that run back to the first step of an agent, and tells which turns the next attempt had. */
async function rolledBackTo(suspect: (mistakes: readonly MadeMistake[]) => string | undefined) {
  const ledger = createMistakeLedger<MadeMistake>();
  const simulated = simulatedAgents({ problems, onMistake: ledger.record });
  const turns: string[] = [];
  const noted = new Set<string>();
  const model: SeededModel = {
    invoke(messages, options) {
      turns.push(/turn, (.+)\.$/.exec(messages.at(-1)?.text ?? "")?.[1] ?? "");
      if (messages.some(({ name }) => name === "rollback")) noted.add(turns.at(-1) ?? "");
      return simulated.invoke(messages, options);
    },
  };
  let before = 0;
  const graph = withRollback(dylanGraph({ model, checkpointer: new MemorySaver() }), {
    verify: verifyAgreedAnswer(problems),
    scorer: {
      fingerprint: "ledger",
      async score({ steps }) {
        before ||= turns.length;
        const agent = suspect(ledger.mistakesOf(problemId, seed, ({ agent: name }) => Number(name.at(-1))));
        return steps.map((step) => (step.agent === agent ? 1 : 0));
      },
    },
    policy: topOne(),
    maxRollbacks: 1,
  });
  const config = { configurable: { thread_id: "agents" } };
  const output = await graph.invoke(dylanInput(problem, seed), config);
  const [run] = await readHistory(graph, config);
  return { output, run, again: turns.slice(before), noted };
}

test("a failed run goes back to the first agent that erred, keeps the one beside it, and ends right", async () => {
  const { again, output, run } = await rolledBackTo((mistakes) => mistakes[0]?.agent);
  expect(run?.attempts[0]?.rewind).toMatchObject({ step: 1, kind: "siblings-kept" });
  expect(again.slice(0, 3)).toEqual(["agent-2 in round 1", "agent-3 in round 1", "agent-4 in round 1"]);
  expect(verifyAgreedAnswer(problems)({ output })).toEqual({ ok: true });
});

test("the note reaches agents to whom their tasks are sent", async () => {
  const { again, noted } = await rolledBackTo((mistakes) => mistakes[0]?.agent);
  expect([...noted]).toEqual(again);
});

test("a rollback can go back into the ranking, and runs the last round again", async () => {
  const { again, noted, run } = await rolledBackTo(() => "selection");
  expect(run?.attempts[0]?.rewind?.kind).toBe("graft");
  expect(again).toHaveLength(2);
  expect(again.every((turn) => turn.endsWith("in round 3"))).toBe(true);
  expect([...noted].toSorted()).toEqual(again);
});
