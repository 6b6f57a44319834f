import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { readLearning, settleLearning } from "langgraph-rollback";
import { restart } from "langgraph-rollback/policies";

import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import { type ArmRun, runArm } from "../../arms/run-arm.ts";
import { tasksOn } from "../../failures/problem-split.ts";
import { threadCopy } from "../../failures/thread-copy.ts";
import type { ArmOptions, System } from "../../systems/system.ts";

/** What became of one failed run that was rolled back. */
export interface Tried {
  /** Steps that its rollbacks executed. */
  readonly redone: number;
  readonly ok: boolean;
}

/** One failed run, tried again by restarts and by two agents that learn from their own runs. */
export interface LearntRun {
  readonly restarted: Tried;
  /** By an agent that has its retries alone. */
  readonly byRetries: Tried;
  /** By one whose failed runs are replayed in the background, too; absent after as many as are replayed. */
  readonly byReplays?: Tried & {
    /** Steps of the replays. */
    readonly replayed: number;
  };
}

/** An agent that begins with nothing, and how long it learns. */
export interface LearningJob {
  readonly failures: number;
  /** Failed runs that are replayed, the first ones. */
  readonly replayed: number;
  readonly seed: number;
}

/** Runs of one agent, and the versions that it made. */
export interface LearnOnce {
  readonly runs: readonly LearntRun[];
  /** Versions that came into force, by retries alone and with replays. */
  readonly versions: readonly [retries: number, replays: number];
}

/** Runs an agent on one task after the other until so many runs have failed by mistakes of its own. It learns from each, and begins with nothing. */
export async function learnFromNothing(system: System, job: LearningJob): Promise<LearnOnce> {
  const folder = await mkdtemp(path.join(tmpdir(), "learning-"));
  try {
    const stores = ["retries", "replays"].map((name) => path.join(folder, `${name}.jsonl`));
    const [retries = "", replays = ""] = stores;
    const runs = await learntRuns(system, job, { retries, replays });
    return { runs, versions: [await versionsIn(retries), await versionsIn(replays)] };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function learntRuns(
  system: System,
  { failures, replayed: most, seed }: LearningJob,
  stores: { readonly retries: string; readonly replays: string },
): Promise<readonly LearntRun[]> {
  const runs: LearntRun[] = [];
  let executed = 0;
  const onReplayed = (replayed: { readonly executed: number }): void => {
    executed += replayed.executed;
  };
  const shared = { agent: system.name, seed };
  const byRetries = learning({ ...shared, store: stores.retries });
  const byReplays = learning({ ...shared, store: stores.replays, replays: { onReplayed } });
  for (const task of tasksOn(system.problems, seed)) {
    if (runs.length === failures) return runs;
    const isReplayed = runs.length < most;
    const thread = { saver: new MemorySaver(), threadId: task.id };
    const { mistake, ok, trajectory } = await system.run(task, thread);
    if (ok) {
      for (const options of isReplayed ? [byRetries, byReplays] : [byRetries])
        await system.rollBack(threadCopy(thread), options, () => {});
      continue;
    }
    // One that failed by no mistake of the simulation is none of the failures that are counted anywhere.
    if (mistake === undefined) continue;
    const failed = { task, thread, trajectory: { ...trajectory, label: { decisiveStep: mistake } } };
    const tried = async (options: ArmOptions): Promise<Tried> =>
      triedIn(await runArm(system, options, failed));
    const restarted = await tried({ policy: restart(), maxRollbacks: ROLLBACKS });
    const retried = await tried(byRetries);
    const replayed = isReplayed ? await tried(byReplays) : undefined;
    for (const store of Object.values(stores)) await settleLearning(store);
    runs.push({
      restarted,
      byRetries: retried,
      ...(replayed === undefined ? {} : { byReplays: { ...replayed, replayed: executed } }),
    });
    executed = 0;
  }
  throw new RangeError(`Expected ${failures} failures, got ${runs.length}: there are no more tasks.`);
}

const learning = (learn: NonNullable<ArmOptions["learn"]>): ArmOptions => ({
  learn,
  maxRollbacks: ROLLBACKS,
});

const triedIn = ({ ok, rollbacks }: ArmRun): Tried => ({
  ok,
  redone: rollbacks.reduce((sum, { redone }) => sum + redone, 0),
});

async function versionsIn(store: string): Promise<number> {
  const [learnt] = await readLearning(store);
  return learnt?.states.filter(({ change }) => change === "version").length ?? 0;
}
