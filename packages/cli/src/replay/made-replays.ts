import { readTrajectory } from "langgraph-rollback";
import {
  type Baseline,
  type Replay,
  replay,
  replayBaseline,
  replayCost,
  type ReplayOptions,
} from "langgraph-rollback/replay";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { replayTrajectory } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { ReplayedAgent } from "../replaying/load-agent.ts";
import { configOf, type RecordedAttempt, type RecordedRuns } from "../replaying/recorded-runs.ts";
import { partingStep } from "../replaying/parting.ts";
import type { Variant } from "./variants.ts";

/** Parts of a replay that are kept. */
export interface MadeReplay {
  readonly thread: string;
  readonly variant: string;
  readonly status: Replay["status"];
  readonly reason: string;
  readonly steps: number;
  /** Absent if no model reports any. */
  readonly tokens?: number;
  /** Index of the first step that ran again. */
  readonly start: number;
  /** Index of the first step that is not as recorded; absent if all are. */
  readonly partsAt?: number;
}

/** Whether a run with its recorded answers does what it did. */
export function baselineOf(
  { checkpointer }: RecordedRuns,
  attempt: RecordedAttempt,
  { options, ...agent }: ReplayedAgent,
): Promise<Baseline> {
  const { clock, effects, ids, nodes } = options;
  const given = Object.entries({ clock, effects, ids, nodes }).filter(([, value]) => value !== undefined);
  return replayBaseline(agent.graph, configOf(attempt, agent), {
    ...Object.fromEntries(given),
    checkpointer,
  });
}

/** How an attempt is replayed. */
export interface Replaying {
  /** 0-based. */
  readonly from: number;
  readonly repeat: number;
  /** Told of each replay once it is over, with its number from 1. */
  readonly onReplay: (made: MadeReplay, trajectory: () => Trajectory) => void;
}

/** Replays an attempt in one way, as often as it says. The attempt has to have the step, see {@link checkStep}. */
export async function makeReplays(
  { checkpointer, source }: RecordedRuns,
  attempt: RecordedAttempt,
  { agent, changes, name }: Variant,
  { from, onReplay, repeat }: Replaying,
): Promise<void> {
  const recorded = await source.trajectory(attempt);
  let number = 0;
  const told = async (made: Replay): Promise<void> => {
    number += 1;
    const partsAt = recorded && partingStep(recorded, await asStored(made), made.status !== "inconclusive");
    const { tokens } = replayCost([made.spent]);
    onReplay(
      {
        thread: attempt.thread,
        variant: name,
        status: made.status,
        reason: made.reason,
        steps: made.spent.steps,
        start: made.rewind.step,
        ...(tokens === undefined ? {} : { tokens }),
        ...(partsAt === undefined ? {} : { partsAt }),
      },
      () => replayTrajectory(made, { thread: attempt.thread, variant: name, number }),
    );
  };
  const options: ReplayOptions = { ...agent.options, ...changes, from, repeat, checkpointer, onReplay: told };
  await replay(agent.graph, configOf(attempt, agent), options);
}

/**
 * Checks that an attempt has the step from which it is to be replayed.
 *
 * @param from 0-based
 * @throws {CommandFailedError}
 */
export function checkStep({ attempt, steps, thread }: RecordedAttempt, from: number): void {
  if (from < steps) return;
  throw new CommandFailedError(
    `Expected \`--from\` to be a step of attempt ${attempt} of thread "${printable(thread)}", 1 to ${steps}, got ${from + 1}.`,
  );
}

/** Steps of a replay, read without its graph, as those of the recorded run are: both then have the same names and texts. */
const asStored = ({ checkpointer, trajectory: { head, threadId } }: Replay) =>
  readTrajectory(checkpointer, { configurable: { thread_id: threadId, checkpoint_id: head } });
