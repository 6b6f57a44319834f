import type { Edge } from "../topologies/topology.ts";

/** Names of nodes, and of the messages that they write. */
export const actorName = (actor: number): string => `actor-${actor}`;
export const criticName = ([from, to]: Edge): string => `critic-${from}-${to}`;
export const ANSWERER: string = "answerer";
