import { edgesOf, upTo } from "./edges-of.ts";
import type { Edge, Topology } from "./topology.ts";

/** Edges of the actors, each with its followers. The task is the one source, and the answerer the one sink. */
export interface Network {
  readonly actors: readonly number[];
  readonly edges: readonly Edge[];
  /** Actors that begin with the task alone. */
  readonly first: readonly number[];
  /** Actors whose artifacts the answerer reads. */
  readonly last: readonly number[];
  /** Actors on the longest path. */
  readonly depth: number;
}

export function networkOf(topology: Topology, agents: number, seed: number): Network {
  const edges = edgesOf(topology, agents, seed);
  const actors = upTo(agents);
  const depths = new Map<number, number>();
  for (const actor of actors) {
    const before = edges.filter(([, to]) => to === actor).map(([from]) => depths.get(from) ?? 0);
    depths.set(actor, 1 + Math.max(0, ...before));
  }
  return {
    actors,
    edges,
    first: actors.filter((actor) => !edges.some(([, to]) => to === actor)),
    last: actors.filter((actor) => !edges.some(([from]) => from === actor)),
    depth: Math.max(...depths.values()),
  };
}
