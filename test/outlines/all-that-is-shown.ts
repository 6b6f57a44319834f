import { checkpointerSource } from "@langgraph-rollback/inspector";
import { readTask, readTurns, type OutlinedCheckpointer } from "langgraph-rollback/inspection";

/** Everything that the inspector shows of a thread: its line of the list, its attempts, their trajectories and all steps. */
export async function allThatIsShown(checkpointer: OutlinedCheckpointer, thread: string) {
  const source = checkpointerSource(checkpointer, "threads");
  const config = { configurable: { thread_id: thread } };
  const { threads } = await source.list(1000);
  const view = await source.thread(thread);
  const trajectories: unknown[] = [];
  const steps: unknown[] = [];
  for (const { run, attempts } of view?.runs ?? [])
    for (const { attempt, steps: shown } of attempts) {
      trajectories.push(await source.trajectory({ thread, run, attempt }));
      for (const { index } of shown) steps.push(await source.step({ thread, run, attempt, step: index }));
    }
  return {
    line: threads.find(({ id }) => id === thread),
    view,
    trajectories,
    steps,
    turns: await readTurns(checkpointer, config),
    task: await readTask(checkpointer, config),
    versions: [await source.version(thread), await source.listVersion()],
  };
}
