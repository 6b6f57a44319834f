/** How the actors of a network follow each other. */
export const TOPOLOGIES = ["chain", "star", "tree", "layered", "mesh", "random"] as const;
export type Topology = (typeof TOPOLOGIES)[number];

/** From one actor to another; actors are counted from 1, and every edge leads to a higher number. */
export type Edge = readonly [from: number, to: number];
