/** Ids of threads, runs and notes that are the same whenever a task is run. */
export function numberedIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}/${(count += 1)}`;
}
