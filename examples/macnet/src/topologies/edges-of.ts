import { seededDraw } from "@langgraph-rollback/example-simulation";
import type { Edge, Topology } from "./topology.ts";

/** Inputs that an actor of a random network aggregates at most. */
const MOST_INPUTS = 2;

/**
 * The edges between the actors of a network, by the actor that they lead to.
 *
 * @param agents how many actors, 1 or more
 * @param seed   decides the edges of a random network
 * @see arXiv:2406.07155, section 3.1
 */
export function edgesOf(topology: Topology, agents: number, seed: number): readonly Edge[] {
  const layers = layersOf(agents);
  const draw = seededDraw(seed, "topology", agents);
  const predecessors: Readonly<Record<Topology, (actor: number) => readonly number[]>> = {
    chain: (actor) => [actor - 1],
    star: () => [1],
    tree: (actor) => [Math.floor(actor / 2)],
    layered: (actor) => layers[layers.findIndex((layer) => layer.includes(actor)) - 1] ?? [],
    mesh: (actor) => upTo(actor - 1),
    random: (actor) => {
      const count = draw(`inputs ${actor}`) < 0.5 ? 1 : MOST_INPUTS;
      const order = new Map(upTo(actor - 1).map((from) => [from, draw(`${from} before ${actor}`)]));
      const drawn = upTo(actor - 1).toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
      return drawn.slice(0, count).toSorted((one, other) => one - other);
    },
  };
  return upTo(agents)
    .slice(1)
    .flatMap((to) => predecessors[topology](to).map((from): Edge => [from, to]));
}

/** 1 to n. */
export const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, at) => at + 1);

/** Actors in about as many layers as each has actors, as even as can be. */
function layersOf(agents: number): readonly (readonly number[])[] {
  const count = Math.round(Math.sqrt(agents));
  const layers: number[][] = Array.from({ length: count }, () => []);
  for (const actor of upTo(agents)) layers[Math.floor(((actor - 1) * count) / agents)]?.push(actor);
  return layers;
}
