import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { loadProblems, type SeededModel } from "@langgraph-rollback/example-simulation";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { runNetwork } from "../fixtures/run-network.ts";
import { simulatedNetwork } from "../simulated/simulated-network.ts";
import { networkOf } from "../topologies/network.ts";
import { TOPOLOGIES } from "../topologies/topology.ts";
import { macnetGraph } from "./macnet-graph.ts";
import { macnetInput } from "./macnet-input.ts";
import { actorName, ANSWERER, criticName } from "./names.ts";

const problems = await loadProblems();
const problem = problems[0] ?? expect.fail();
const namesOf = (messages: readonly BaseMessage[]) => messages.map(({ name }) => name);

test("every actor and every critic has one turn, and artifacts arrive in topological order", async () => {
  const networks = fc.record({
    topology: fc.constantFrom(...TOPOLOGIES),
    agents: fc.integer({ min: 4, max: 12 }),
    seed: fc.nat(1000),
  });
  await fc.assert(
    fc.asyncProperty(networks, async (drawn) => {
      const { actors, edges } = networkOf(drawn.topology, drawn.agents, drawn.seed);
      const { output } = await runNetwork(problem, 1, drawn, { error: 0 });
      const written = namesOf(output.artifacts);
      expect(written).toHaveLength(actors.length + 1);
      expect(new Set(written)).toEqual(new Set([...actors.map(actorName), ANSWERER]));
      expect(output.critiques).toHaveLength(edges.length);
      expect(new Set(namesOf(output.critiques))).toEqual(new Set(edges.map(criticName)));
      for (const [from, to] of edges)
        expect(written.indexOf(actorName(from))).toBeLessThan(written.indexOf(actorName(to)));
      expect(written.at(-1)).toBe(ANSWERER);
    }),
    { numRuns: inject("allRounds") ? 40 : 15 },
  );
});

test.each(TOPOLOGIES)(
  "many actors in a %s network give the right answer when none errs",
  async (topology) => {
    // A mesh of fifty has 1,225 critics.
    const agents = topology !== "mesh" || inject("allRounds") ? 50 : 20;
    const { ok, output } = await runNetwork(problem, 1, { topology, agents, seed: 1 }, { error: 0 });
    expect(ok).toBe(true);
    expect(output.artifacts).toHaveLength(agents + 1);
  },
);

test("an agent reads the artifacts and critics that lead to it, and no other message", async () => {
  const simulated = simulatedNetwork({ problems, rates: { error: 0 } });
  const heard = new Map<string, readonly (string | undefined)[]>();
  const model: SeededModel = {
    invoke(messages, options) {
      const said = messages.filter((message) => AIMessage.isInstance(message));
      heard.set(messages.at(-1)?.text ?? "", namesOf(said));
      return simulated.invoke(messages, options);
    },
  };
  await macnetGraph({ model, topology: "mesh", agents: 3, seed: 1 }).invoke(macnetInput(problem, 1));
  expect(Object.fromEntries(heard)).toEqual({
    "It is your turn, actor-1.": [],
    "It is your turn, critic-1-2.": ["actor-1"],
    "It is your turn, critic-1-3.": ["actor-1"],
    "It is your turn, actor-2.": ["actor-1", "critic-1-2"],
    "It is your turn, critic-2-3.": ["actor-2"],
    "It is your turn, actor-3.": ["actor-1", "critic-1-3", "actor-2", "critic-2-3"],
    "It is your turn, answerer.": ["actor-3"],
  });
});

test("refuses a network without actors", () => {
  const model = simulatedNetwork({ problems });
  expect(() => macnetGraph({ model, topology: "star", agents: 0, seed: 1 })).toThrow(
    "Expected `agents` to be a whole number above 0, got 0.",
  );
});
