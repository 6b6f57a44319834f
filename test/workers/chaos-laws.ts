import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory } from "langgraph-rollback";
import { z } from "zod";

import type { QueuedRunState } from "@langgraph-rollback/workers";

const leftSchema = z.array(
  z.object({
    n: z.number(),
    node: z.string(),
    act: z.string().optional(),
    by: z.number(),
    answer: z.string().optional(),
  }),
);

/** A live act of the world. */
export interface Standing {
  readonly key: string;
  readonly n: number;
}

/**
 * Tells what is wrong with a thread after all its runs have ended, as sentences. The runs come in the order in which they were enqueued.
 *
 * @param world acts of the thread that stand
 */
export async function brokenLaws(
  saver: BaseCheckpointSaver,
  thread: string,
  runs: readonly QueuedRunState[],
  world: readonly Standing[],
): Promise<readonly string[]> {
  const config = { configurable: { thread_id: thread, checkpoint_ns: "" } };
  const broken: string[] = [];
  const say = (text: string): void => void broken.push(`${thread}: ${text}`);
  const tuple = await saver.getTuple(config);
  const left = leftSchema.parse(tuple?.checkpoint.channel_values["left"] ?? []);

  const expected = runs.flatMap(({ status }, index) =>
    status === "succeeded" || status === "recovered"
      ? ["book", "think", "close"].map((node) => `${index + 1} ${node}`)
      : [],
  );
  const found = left.map(({ n, node }) => `${n} ${node}`);
  if (JSON.stringify(found) !== JSON.stringify(expected))
    say(`its branch holds ${found.join(", ")} in place of ${expected.join(", ")}.`);

  // Anything that an overtaken worker brings would be a turn more than the run was started.
  for (const [index, { starts }] of runs.entries()) {
    const by = left.filter(({ n }) => n === index + 1).map((each) => each.by);
    const turns = by.filter((pid, place) => pid !== by[place - 1]);
    if (turns.length > starts)
      say(`run ${index + 1} was started ${starts} times, and worked on by ${turns.join(", ")}.`);
  }

  const history = await readHistory(saver, config);
  const told = history.flatMap(({ attempts }) => attempts.flatMap(({ effects = [] }) => effects));
  const mayLand = new Set(told.flatMap(({ key, mayStillLand }) => (mayStillLand === true ? [key] : [])));
  const held = new Set(left.flatMap(({ act }) => act ?? []));
  const stands = new Set(world.map(({ key }) => key));
  for (const key of held) if (!stands.has(key)) say(`the branch holds act ${key}, and the world does not.`);
  for (const { key, n } of world)
    if (!held.has(key) && !mayLand.has(key))
      say(`act ${key} of run ${n} stands in the world, and the branch does not hold it.`);

  for (const { run, attempts, status } of history) {
    const rollbacks = attempts
      .filter(({ decision }) => decision === "roll-back")
      .map(({ attempt }) => attempt);
    if (new Set(rollbacks).size !== rollbacks.length)
      say(`run ${run} was rolled back twice from one attempt.`);
    if (status === "running" || status === "interrupted")
      say(`the history says that run ${run} is ${status}.`);
  }
  if (history.length !== runs.length)
    say(`its history has ${history.length} runs in place of ${runs.length}.`);
  for (const { endedAt, problems, runId, starts, crashes } of runs) {
    if (endedAt === undefined) say(`run ${runId} has not ended.`);
    if (crashes > 0 && !problems.some(({ code }) => code === "WORKER_LOST"))
      say(`run ${runId} does not tell of its crash.`);
    if (starts < 1) say(`run ${runId} was never started.`);
  }
  if (broken.length > 0)
    say(
      JSON.stringify({
        runs,
        history: history.map(({ run, status, attempts }) => ({ run, status, attempts })),
      }),
    );
  return broken;
}
