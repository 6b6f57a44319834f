import type { AttemptAddress, ThreadSource } from "../source/thread-source.ts";
import type { ReplayStepAddress, ReplaySummary, ReplayView } from "../shared/view/replay-view.ts";
import type { StepDetail } from "../shared/view/step-detail.ts";
import { boundedOutcome } from "../source/attempt-view.ts";
import { stepDetailOf } from "../source/step-detail-of.ts";
import { stepViewOf } from "../source/step-view.ts";
import type { ReadReplay, ReplaysByThread } from "./read-replays.ts";
import { replayedAgainst } from "./replayed-against.ts";

/** Replays beside the threads that they are of. They are no attempts: nothing counts them. */
export interface ShownReplays {
  readonly list: (thread: string) => Promise<readonly ReplaySummary[]>;
  readonly replay: (thread: string, replay: number) => Promise<ReplayView | undefined>;
  readonly step: (address: ReplayStepAddress) => StepDetail | undefined;
  /** Number of those of a thread. */
  readonly count: (thread: string) => number;
}

/** Shows replays beside the threads of a source. */
export function shownReplays(replays: ReplaysByThread, source: ThreadSource): ShownReplays {
  const at = (thread: string, replay: number) => replays.get(thread)?.[replay - 1];
  return {
    list: async (thread) => {
      const read = replays.get(thread);
      if (read === undefined) return [];
      const recorded = await recordedOf(source, thread);
      return read.flatMap((each, index) => {
        const found = matchOf(each, recorded);
        return found === undefined ? [] : [summaryOf(each, index + 1, found)];
      });
    },
    replay: async (thread, replay) => {
      const read = at(thread, replay);
      if (read === undefined) return undefined;
      const recorded = await recordedOf(source, thread);
      const found = matchOf(read, recorded);
      if (found === undefined) return undefined;
      return {
        ...summaryOf(read, replay, found),
        steps: read.trajectory.steps.map((step) => stepViewOf(step)),
        against: recorded
          .filter(({ run }) => run === found.run)
          .map(({ attempt, trajectory }) => replayedAgainst(attempt, trajectory, read.trajectory)),
      };
    },
    count: (thread) => replays.get(thread)?.length ?? 0,
    step: ({ thread, replay, step: index }) => {
      const step = at(thread, replay)?.trajectory.steps[index];
      // Its address is a replay's, which no step of an attempt has.
      return step && stepDetailOf({ thread, run: "", attempt: 0, step: index }, step, {});
    },
  };
}

/** An attempt with its steps, if they can be read. */
interface RecordedAttempt extends AttemptAddress {
  readonly trajectory: Awaited<ReturnType<ThreadSource["trajectory"]>>;
}

async function recordedOf(source: ThreadSource, thread: string): Promise<readonly RecordedAttempt[]> {
  const view = await source.thread(thread);
  const recorded: RecordedAttempt[] = [];
  for (const { attempts, run } of view?.runs ?? [])
    for (const { attempt } of attempts) {
      const address = { thread, run, attempt };
      recorded.push({ ...address, trajectory: await source.trajectory(address) });
    }
  return recorded;
}

/** The attempt that shares the most steps with a replay. Ties go to the latest one: without `--attempt`, it is the one that was replayed. */
function matchOf(
  { trajectory }: ReadReplay,
  recorded: readonly RecordedAttempt[],
): RecordedAttempt | undefined {
  let best: { readonly attempt: RecordedAttempt; readonly kept: number } | undefined;
  for (const attempt of recorded) {
    const { kept } = replayedAgainst(attempt.attempt, attempt.trajectory, trajectory);
    if (best === undefined || kept >= best.kept) best = { attempt, kept };
  }
  return best?.attempt;
}

function summaryOf(
  { name, trajectory: { outcome }, whatIf }: ReadReplay,
  replay: number,
  { attempt, run }: AttemptAddress,
): ReplaySummary {
  return {
    ...name,
    replay,
    run,
    attempt,
    ...(outcome === undefined ? {} : { outcome: boundedOutcome(outcome) }),
    ...(whatIf === undefined ? {} : { whatIf }),
  };
}
