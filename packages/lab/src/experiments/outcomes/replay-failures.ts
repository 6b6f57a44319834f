import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { trajectorySeed } from "@langgraph-rollback/attribution/draws";
import type { LabelReplay } from "langgraph-rollback/replay";

import { collectFailures } from "../../failures/collect-failures.ts";
import { tasksOn } from "../../failures/problem-split.ts";
import type { System } from "../../systems/system.ts";
import type { TwiceLabelled } from "../replay-labels/label-failures.ts";

/** Replays from starts that are drawn evenly, of each failure. */
export const DRAWN = 3;

type Tried = Pick<LabelReplay, "start" | "status">;

/** A natural failure with its first mistake, its label by replay, and the outcomes of its replays. */
export interface ReplayedFailure extends TwiceLabelled {
  /** The replays that the label is made of. */
  readonly bisected: readonly Tried[];
  /** Other replays, from starts that were drawn evenly. */
  readonly drawn: readonly Tried[];
}

/** Natural failures of a system's runs, each labelled by replays, and replayed from starts that are drawn. */
export async function replayFailures(
  system: System,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<readonly ReplayedFailure[]> {
  const { failed } = await collectFailures(system, tasksOn(system.problems, seed), count);
  const replayed: ReplayedFailure[] = [];
  for (const { task, thread, trajectory } of failed) {
    const { range, replays, status } = await system.label(thread);
    const random = seededRandom(trajectorySeed(trajectory));
    const starts = Array.from({ length: DRAWN }, () => Math.floor(random() * trajectory.steps.length));
    replayed.push({
      problem: task.problem,
      trajectory,
      replayed: { status, ...(range === undefined ? {} : { range }) },
      replays: replays.length,
      bisected: replays.map(toTried),
      drawn: (await system.replayFrom(thread, starts)).map(toTried),
    });
  }
  return replayed;
}

const toTried = ({ start, status }: Tried): Tried => ({ start, status });
