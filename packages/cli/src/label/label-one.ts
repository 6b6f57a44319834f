import {
  labelByReplay,
  type LabelReplay,
  type ReplayLabel,
  type ReplayLabelOptions,
} from "langgraph-rollback/replay";
import type { ReplayedAgent } from "../replaying/load-agent.ts";
import { configOf, type RecordedAttempt, type RecordedRuns } from "../replaying/recorded-runs.ts";

/** How a failure is labelled. */
export interface LabelOne {
  readonly agent: ReplayedAgent;
  readonly patience: number;
  /** Replays of it that were made before. */
  readonly made: readonly LabelReplay[];
  /** Told of each new replay. @returns whether another one may be made */
  readonly onReplay: (made: LabelReplay) => Promise<boolean>;
}

/**
 * Labels a failure by replays.
 *
 * @returns `undefined` if it was stopped before its replays were enough
 */
export async function labelOne(
  { checkpointer }: RecordedRuns,
  attempt: RecordedAttempt,
  { agent, made, onReplay, patience }: LabelOne,
): Promise<ReplayLabel | undefined> {
  const all = [...made];
  const config = configOf(attempt, agent);
  const options: ReplayLabelOptions = { ...agent.options, patience, checkpointer };
  const stop = new Error("The budget is spent.");
  try {
    return await labelByReplay(agent.graph, config, {
      ...options,
      made,
      onReplay: async (each) => {
        all.push(each);
        if (!(await onReplay(each))) throw stop;
      },
    });
  } catch (error) {
    if (error !== stop) throw error;
    const label = await labelByReplay(agent.graph, config, { ...options, made: all, budget: all.length });
    return isOver(label) ? label : undefined;
  }
}

/** Whether no further replay would say more. An interval, or nothing at all, may be all that was found so far. */
const isOver = ({ status }: ReplayLabel): boolean => status !== "open" && status !== "inconclusive";
