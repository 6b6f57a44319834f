import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { type RecoveryCalibration, recoveryOf } from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { readLearning, settleLearning } from "langgraph-rollback";

import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import { tasksOn } from "../../failures/problem-split.ts";
import type { System } from "../../systems/system.ts";

/** A change of what is in force for an agent, after a failed run. */
export interface Change {
  readonly change: "version" | "refused" | "promise" | "drift";
  /** The promise that is in force then, and the failed runs that it was counted from; absent where nothing is promised. */
  readonly promise?: { readonly within: number; readonly n: number };
}

/** One failed run of an agent that learns. */
export interface ChangedRun {
  /** Rollback after which it was accepted; absent if none was. */
  readonly recoveredBy?: number;
  /** Whether a person was asked about it. */
  readonly isHandedOver: boolean;
  /** Rollbacks within which it was to be recovered; absent where nothing was promised. */
  readonly within?: number;
  readonly changes: readonly Change[];
}

/** An agent that learns from its own retries and whose model changes. */
export interface ChangeJob {
  /** Failed runs before the change, after it, and after the model was mended. */
  readonly before: number;
  readonly after: number;
  readonly mended: number;
  readonly alpha: number;
  readonly seed: number;
}

/**
 * Runs an agent on one task after the other, with rollback, until so many runs have failed by mistakes of its own. Then its model changes, and later it is what it was before.
 *
 * @param systems the agent with each of the models, with the same problems
 */
export async function changeModel(
  systems: { readonly before: System; readonly changed: System },
  job: ChangeJob,
): Promise<readonly ChangedRun[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "model-change-"));
  try {
    return await runsOf(systems, job, path.join(folder, "store.jsonl"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runsOf(
  systems: { readonly before: System; readonly changed: System },
  { after, alpha, before, mended, seed }: ChangeJob,
  store: string,
): Promise<readonly ChangedRun[]> {
  const runs: ChangedRun[] = [];
  const length = before + after + mended;
  let known = 0;
  for (const task of tasksOn(systems.before.problems, seed)) {
    if (runs.length === length) return runs;
    const isChanged = runs.length >= before && runs.length < before + after;
    const system = isChanged ? systems.changed : systems.before;
    const thread = { saver: new MemorySaver(), threadId: task.id };
    const { mistake, ok } = await system.run(task, thread);
    let rollbacks = 0;
    let isHandedOver = false;
    let within: number | undefined;
    const isRecovered = await system.rollBack(
      thread,
      {
        maxRollbacks: ROLLBACKS,
        learn: { agent: system.name, store, seed },
        // Accounts are the process's own, and a process runs several sequences.
        recovery: { alpha, handOver: true, version: `sequence-${seed}` },
        onEvent: (event) => {
          if (event.type === "rollback:rolled-back") rollbacks += 1;
          if (!("record" in event)) return;
          within ??= event.record.recovery?.promise?.within;
          isHandedOver ||= event.record.recovery?.handedOver === true;
        },
      },
      () => {},
    );
    if (ok || mistake === undefined) continue;
    await settleLearning(store);
    const [learnt] = await readLearning(store);
    const changes = (learnt?.states ?? []).slice(known).map(({ change, promise }) => ({
      change,
      ...(promise === undefined ? {} : promised(promise, alpha)),
    }));
    known += changes.length;
    runs.push({
      isHandedOver,
      changes,
      ...(isRecovered ? { recoveredBy: rollbacks } : {}),
      ...(within === undefined ? {} : { within }),
    });
  }
  throw new RangeError(`Expected ${length} failures, got ${runs.length}: there are no more tasks.`);
}

function promised(counted: RecoveryCalibration, alpha: number): Pick<Change, "promise"> {
  const { n, within } = recoveryOf(counted, { alpha });
  return within === undefined ? {} : { promise: { within, n } };
}
