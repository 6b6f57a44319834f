import type { LabelStore } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { CheckpointNotFoundError, HistoryFormatError } from "langgraph-rollback/errors";
import type { LabelReplay, ReplayLabel } from "langgraph-rollback/replay";
import type { ReplayedAgent } from "../replaying/load-agent.ts";
import { attemptIn, type RecordedRuns } from "../replaying/recorded-runs.ts";
import type { Output, Progress } from "../terminal/output.ts";
import { type Failure, keyOf } from "./failures-to-label.ts";
import { labelOne } from "./label-one.ts";
import { newLabel } from "./new-label.ts";
import type { ReplayBudget } from "./replay-budget.ts";
import { costWords } from "./label-words.ts";
import type { ReplaysFile, WrittenReplay } from "../replaying/replays-file.ts";

/** Everything that labelling needs. */
export interface Labelling {
  readonly runs: RecordedRuns;
  readonly agent: ReplayedAgent;
  readonly patience: number;
  /** Failures that are labelled at once. */
  readonly jobs: number;
  readonly budget: ReplayBudget;
  readonly store: Pick<LabelStore, "add">;
  readonly replays: Pick<ReplaysFile, "add">;
  /** Replays of earlier runs of the command. */
  readonly made: readonly WrittenReplay[];
  readonly progress: Progress;
  readonly output: Pick<Output, "printError">;
}

/** Labels that were given, and how labelling ended. */
export interface Labelled {
  /** The labels, each with the replays that it is made of. */
  readonly labels: readonly ReplayLabel[];
  /** Failures that the budget cut short: they have no label yet. */
  readonly unfinished: number;
  /** Failures that could not be replayed. */
  readonly leftOut: number;
}

/** Labels failures in their order until the budget is spent; several at once, the replays of each one after the other. */
export async function labelFailures(failures: readonly Failure[], labelling: Labelling): Promise<Labelled> {
  const { budget, jobs, output, progress, store } = labelling;
  const waiting = failures.values();
  const labels: ReplayLabel[] = [];
  let [unfinished, leftOut] = [0, 0];
  const ending = { isFailed: false };
  const work = async (): Promise<void> => {
    while (!ending.isFailed && budget.spent() === undefined) {
      const { done, value: failure } = waiting.next();
      if (done) return;
      const result = await labelFailure(failure, labelling, ending);
      if (result.kind === "unfinished") unfinished += 1;
      else if (result.kind === "left-out") {
        leftOut += 1;
        output.printError(`Left out attempt 1 of thread "${printable(failure.thread)}": ${result.why}`);
      } else {
        await store.add(newLabel(result.attempt, result.label));
        labels.push(result.label);
      }
      progress.advance(1, costWords(budget));
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: jobs }, async () => {
      try {
        await work();
      } catch (error) {
        // The other jobs end after the replay that they are at, which is written down.
        ending.isFailed = true;
        throw error;
      }
    }),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { labels, unfinished, leftOut };
}

type Result =
  | {
      readonly kind: "labelled";
      readonly attempt: Awaited<ReturnType<typeof attemptIn>>;
      readonly label: ReplayLabel;
    }
  | { readonly kind: "unfinished" }
  | { readonly kind: "left-out"; readonly why: string };

async function labelFailure(
  failure: Failure,
  labelling: Labelling,
  ending: { readonly isFailed: boolean },
): Promise<Result> {
  const { agent, budget, made, patience, progress, replays, runs } = labelling;
  const key = keyOf(failure);
  try {
    const attempt = await attemptIn(runs, failure);
    const { attempt: number, head, run, thread } = attempt;
    const label = await labelOne(runs, attempt, {
      agent,
      patience,
      made: made.filter((each) => keyOf(each) === key).map(replayOf),
      onReplay: async (each) => {
        const at = new Date().toISOString();
        await replays.add({ thread, run, attempt: number, head, ...each, at });
        budget.add(each);
        progress.advance(0, costWords(budget));
        return !ending.isFailed && budget.spent() === undefined;
      },
    });
    if (label === undefined) return { kind: "unfinished" };
    if (label.steps !== attempt.steps)
      return {
        kind: "left-out",
        why: `your graph finds ${label.steps} steps in it, and the inspector ${attempt.steps}.`,
      };
    return { kind: "labelled", attempt, label };
  } catch (error) {
    // One thread that cannot be read keeps no other from being labelled.
    if (!(error instanceof CheckpointNotFoundError || error instanceof HistoryFormatError)) throw error;
    return { kind: "left-out", why: error.message };
  }
}

const replayOf = ({ asked, reason, spent, start, status }: WrittenReplay): LabelReplay => ({
  asked,
  start,
  status,
  reason,
  spent,
});
