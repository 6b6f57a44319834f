import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf } from "./network.ts";
import { TOPOLOGIES } from "./topology.ts";

const networks = fc.record({
  topology: fc.constantFrom(...TOPOLOGIES),
  agents: fc.integer({ min: 1, max: 50 }),
  seed: fc.nat(1000),
});

test("every edge leads from an actor to a later one, once, so that there is no circle", () => {
  fc.assert(
    fc.property(networks, ({ topology, agents, seed }) => {
      const { edges } = networkOf(topology, agents, seed);
      for (const [from, to] of edges) {
        expect(from).toBeGreaterThanOrEqual(1);
        expect(from).toBeLessThan(to);
        expect(to).toBeLessThanOrEqual(agents);
      }
      expect(new Set(edges.map(String)).size).toBe(edges.length);
    }),
  );
});

test("every actor is reached from the task, the one source, and reaches the answerer, the one sink", () => {
  fc.assert(
    fc.property(networks, ({ topology, agents, seed }) => {
      const { actors, edges, first, last } = networkOf(topology, agents, seed);
      const reached = new Set(first);
      for (const [from, to] of edges) if (reached.has(from)) reached.add(to);
      expect([...reached].toSorted((a, b) => a - b)).toEqual(actors);
      const reaching = new Set(last);
      for (const [from, to] of edges.toReversed()) if (reaching.has(to)) reaching.add(from);
      expect(reaching.size).toBe(actors.length);
    }),
  );
});

test("an actor of a random network aggregates one or two artifacts, and the seed decides which", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), fc.nat(1000), (agents, seed) => {
      const { actors, edges } = networkOf("random", agents, seed);
      for (const actor of actors.slice(1))
        expect([1, 2]).toContain(edges.filter(([, to]) => to === actor).length);
      expect(networkOf("random", agents, seed).edges).toEqual(edges);
    }),
  );
  const drawn = Array.from({ length: 20 }, (_, seed) => String(networkOf("random", 4, seed).edges));
  expect(new Set(drawn).size).toBeGreaterThan(5);
});

test("four actors in each topology", () => {
  const edgesOf = (topology: (typeof TOPOLOGIES)[number]) =>
    networkOf(topology, 4, 1).edges.map((edge) => edge.join(">"));
  expect(edgesOf("chain")).toEqual(["1>2", "2>3", "3>4"]);
  expect(edgesOf("star")).toEqual(["1>2", "1>3", "1>4"]);
  expect(edgesOf("tree")).toEqual(["1>2", "1>3", "2>4"]);
  expect(edgesOf("layered")).toEqual(["1>3", "2>3", "1>4", "2>4"]);
  expect(edgesOf("mesh")).toEqual(["1>2", "1>3", "2>3", "1>4", "2>4", "3>4"]);
});

test("the depth counts the actors on the longest path", () => {
  const depthOf = (topology: (typeof TOPOLOGIES)[number]) => networkOf(topology, 50, 1).depth;
  expect([depthOf("chain"), depthOf("star"), depthOf("tree"), depthOf("layered"), depthOf("mesh")]).toEqual([
    50, 2, 6, 7, 50,
  ]);
});
