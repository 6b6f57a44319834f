import type { TaskRun } from "./run-task.ts";
import { type Share, shareOf } from "./share.ts";

/** How often the first attempt's attribution was right, over failed runs whose first mistake is known. */
export interface Coverage {
  /** The prediction set holds the first mistake. */
  readonly set: Share;
  /** The rewind went back to the first mistake or before it. */
  readonly rewind: Share;
}

/** @param faultyStep the first mistake's step in a task's first attempt, 0-based, where it is known */
export function coverageOf(
  failed: readonly TaskRun[],
  faultyStep: (threadId: string) => number | undefined,
): Coverage {
  const known = failed.flatMap(({ task, records: [first] }) => {
    const faulty = faultyStep(task.id);
    return faulty === undefined || first?.attribution === undefined || first.rewind === undefined
      ? []
      : [{ faulty, set: first.attribution.set.steps, rewind: first.rewind.step }];
  });
  return {
    set: shareOf(known.filter(({ faulty, set }) => set.includes(faulty)).length, known.length),
    rewind: shareOf(known.filter(({ faulty, rewind }) => rewind <= faulty).length, known.length),
  };
}
