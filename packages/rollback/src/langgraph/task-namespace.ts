/** @internal The namespace of the task that a callback or a token comes from, like `node:task id|node:task id`. */
export function taskNamespaceIn(metadata: unknown): string | undefined {
  const namespace: unknown = Reflect.get(Object(metadata), "langgraph_checkpoint_ns");
  return typeof namespace === "string" ? namespace : undefined;
}

/** @internal Whether a run is that of a task itself, and not of something inside of it: LangGraph tags it so. */
export const isTaskRun = (tags: readonly string[] | undefined): boolean =>
  tags?.some((tag) => tag.startsWith("graph:step:")) === true;
