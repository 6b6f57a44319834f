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
import { simulatedNetwork } from "../simulated/simulated-network.ts";
import { macnetGraph } from "./macnet-graph.ts";
import { macnetInput } from "./macnet-input.ts";
import { verifyReport } from "./verify-report.ts";

const problems = await loadProblems();
/** Of a run that fails in a tree of four, because actor-3 errs. */
const [problemId, seed] = ["gsm8k-train-6149", 1];

test("a failed run goes back to the actor that erred, keeps what ran beside it, and ends right", async () => {
  const problem = problems.find(({ id }) => id === problemId) ?? expect.fail();
  const ledger = createMistakeLedger<MadeMistake>();
  const simulated = simulatedNetwork({ problems, onMistake: ledger.record });
  const turns: string[] = [];
  const model: SeededModel = {
    invoke(messages, options) {
      turns.push(/turn, (\S+)\.$/.exec(messages.at(-1)?.text ?? "")?.[1] ?? "");
      return simulated.invoke(messages, options);
    },
  };
  const bare = macnetGraph({ model, topology: "tree", agents: 4, seed: 1, checkpointer: new MemorySaver() });
  const graph = withRollback(bare, {
    verify: verifyReport(problems),
    scorer: {
      fingerprint: "ledger",
      score: async ({ steps }) => {
        const decisive = ledger.firstMistake(problemId, seed, () => 0)?.agent;
        return steps.map(({ agent }) => (agent === decisive ? 1 : 0));
      },
    },
    policy: topOne(),
  });
  const config = { configurable: { thread_id: "tree" } };
  const output = await graph.invoke(macnetInput(problem, seed), config);

  expect(verifyReport(problems)({ output })).toEqual({ ok: true });
  const first = [
    "actor-1",
    "critic-1-2",
    "critic-1-3",
    "actor-2",
    "actor-3",
    "critic-2-4",
    "actor-4",
    "answerer",
  ];
  expect(turns.slice(0, 8)).toEqual(first);
  expect(turns.slice(8)).toEqual(["actor-3", "critic-2-4", "actor-4", "answerer"]);
  const [run] = await readHistory(graph, config);
  expect(run?.status).toBe("recovered");
  expect(run?.attempts[0]?.rewind).toMatchObject({ step: 4, kind: "siblings-kept" });
});

test("a network deeper than LangGraph's usual limit of steps runs, is rolled back, and runs again", async () => {
  const problem = problems[0] ?? expect.fail();
  const model = simulatedNetwork({ problems, rates: { error: 0 } });
  const bare = macnetGraph({
    model,
    topology: "chain",
    agents: 20,
    seed: 1,
    checkpointer: new MemorySaver(),
  });
  let verdicts = 0;
  const graph = withRollback(bare, { verify: () => (verdicts += 1) > 1 });
  const output = await graph.invoke(macnetInput(problem, 1), { configurable: { thread_id: "chain" } });
  expect(verdicts).toBe(2);
  expect(output.artifacts.filter(({ name }) => name === "answerer")).toHaveLength(1);
});
