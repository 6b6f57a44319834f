/** @internal The checkpoint that a subgraph is to take for its newest. */
export interface SubgraphPoint {
  readonly namespace: string;
  readonly checkpoint: string;
}

/** @internal The parts that an attempt is not to run again when it starts from a fork, and where it finds what it needs. */
export interface KeptInFork {
  /** Ids of tasks whose results the fork holds. */
  readonly tasks: readonly string[];
  /** Subgraphs that continue inside instead of from their start. */
  readonly subgraphs: readonly SubgraphPoint[];
  /** Subgraphs that remember from run to run, and what they knew. */
  readonly memory: readonly SubgraphPoint[];
}
