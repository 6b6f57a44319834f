import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import {
  agentPlans,
  isRight,
  perfectVerifier,
  randomAgent,
  seenOf,
  type AgentPlan,
  type Seen,
} from "../fixtures/random-agent.ts";
import { readHistory, withRollback } from "../index.ts";

const SEED = 20_261_123;
// A longer series: AGENT_RUNS=1000 npm run test:all -- perfect-verifier
const RUNS = Number(process.env["AGENT_RUNS"] ?? 250);

/** Views of an agent as it is, and of the same one with rollback. */
async function both(plan: AgentPlan, mode: "rollback" | "observe") {
  const savers = { bare: new MemorySaver(), wrapped: new MemorySaver() };
  const wrapped = randomAgent(plan, savers.wrapped);
  const graph = withRollback(wrapped.graph, { verify: perfectVerifier, mode });
  return {
    bare: await seenOf(randomAgent(plan, savers.bare), savers.bare),
    wrapped: await seenOf({ ...wrapped, graph }, savers.wrapped),
    history: await readHistory(graph, on("t")),
  };
}

/** Without the rollback's own chunks. */
const withoutEvents = (seen: Seen): Seen => ({
  ...seen,
  chunks: seen.chunks.filter((chunk) => !JSON.stringify(chunk).includes('"rollback:')),
});

it("with a perfect verifier, wrapping changes no result, no chunk and no step count of runs that are right", async () => {
  const right = agentPlans.filter(isRight);
  await fc.assert(
    fc.asyncProperty(right, async (plan) => {
      const { bare, wrapped, history } = await both(plan, "rollback");
      expect(withoutEvents(wrapped)).toEqual(bare);
      expect(history).toMatchObject([{ status: "succeeded", problems: [] }]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

it("and where runs are only observed, of any", async () => {
  const statuses = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(agentPlans, async (plan) => {
      const { bare, wrapped, history } = await both(plan, "observe");
      // When LangGraph throws, it drops the chunks that its reader has not taken yet: the bare graph's reader may miss one.
      const upTo = typeof bare.end === "string" ? bare.chunks.length : undefined;
      expect({ ...wrapped, chunks: wrapped.chunks.slice(0, upTo) }).toEqual(bare);
      expect(history[0]?.status).toBe(isRight(plan) ? "succeeded" : "gave-up");
      statuses.add(history[0]?.status);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(statuses).toEqual(new Set(["succeeded", "gave-up"]));
});
