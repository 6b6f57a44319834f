import { readTrajectory, type RunHistory } from "langgraph-rollback";

import { THREAD, type TravelDesk } from "./story-setting.ts";

/** The calls that were undone, newest first. Calls of one superstep ran side by side, so they stand together, in the order of their names. */
export async function undoneCalls(
  agent: TravelDesk,
  history: RunHistory | undefined,
): Promise<readonly string[]> {
  const calls: { readonly name: string; readonly at: string }[] = [];
  for (const { attempt, head, effects = [] } of history?.attempts ?? []) {
    const { steps } = await readTrajectory(agent, {
      configurable: { thread_id: THREAD, checkpoint_id: head },
    });
    for (const { name, step, standing } of effects)
      if (standing === "undone")
        calls.push({ name, at: `${attempt}/${step === undefined ? name : steps[step]?.origin.superstep}` });
  }
  return [...new Set(calls.map(({ at }) => at))].map((at) =>
    calls
      .filter((call) => call.at === at)
      .map(({ name }) => name)
      .toSorted()
      .join(" and "),
  );
}
