/** @internal The namespace of a subgraph with `checkpointer: true`: the names alone, without the ids of tasks. */
export function sharedNamespace(namespace: string): string {
  return namespace
    .split("|")
    .filter((segment) => !/^\d+$/.test(segment))
    .map((segment) => segment.split(":")[0] ?? "")
    .join("|");
}

/** @internal Whether all runs of a subgraph share a namespace: each run then finds what the one before has left. */
export function isShared(namespace: string): boolean {
  return namespace !== "" && namespace === sharedNamespace(namespace);
}
