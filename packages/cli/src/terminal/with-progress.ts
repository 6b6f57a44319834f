import type { Output, Progress } from "./output.ts";

/** Shows how far a task is while it runs. */
export async function withProgress<Value>(
  { startProgress }: Output,
  what: string,
  parts: number,
  task: (progress: Progress) => Promise<Value>,
): Promise<Value> {
  const progress = await startProgress(what, parts);
  try {
    const value = await task(progress);
    progress.done();
    return value;
  } catch (error) {
    progress.fail();
    throw error;
  }
}
