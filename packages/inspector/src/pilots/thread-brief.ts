import type { KnownPromises } from "@langgraph-rollback/attribution";
import { failedRunIn, type RecordedFailure } from "langgraph-rollback/inspection";

import type { RunView, ThreadView } from "../shared/view/thread-view.ts";
import { unreadableWords } from "../shared/words/unreadable-words.ts";
import type { Remembered } from "../source/remembered-by.ts";
import { rememberedThreads } from "../source/remembered-threads.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { type LearntRun, learntRunOf } from "./learnt-run.ts";
import { type RunBrief, runBriefOf } from "./run-brief.ts";

/** A first attempt that failed, and what its record promises of where the first rollback starts. */
export interface FailedStart {
  /** When it was decided, ISO 8601, UTC. */
  readonly at: string;
  readonly start: KnownPromises["start"];
}

/** A first attempt that was watched while it ran. */
export interface WatchedRun {
  /** When it was decided, ISO 8601, UTC. */
  readonly at: string;
  /** Fingerprint of what scored it; absent where nothing did. */
  readonly scorer?: string;
  /** Whether a check after a step failed; only of an accepted attempt that no check could stop. Those that could be stopped are accepted only if none failed. */
  readonly checkFailed?: boolean;
}

/** Facts from one thread. */
export interface ThreadBrief {
  readonly runs: readonly RunBrief[];
  readonly notJudged: number;
  readonly failed: readonly RecordedFailure[];
  readonly starts: readonly FailedStart[];
  readonly watched: readonly WatchedRun[];
  readonly learnt: readonly LearntRun[];
  readonly unreadable: string | undefined;
}

/** Facts from each thread of a source, remembered until the thread changes. */
export const briefsIn: (source: ThreadSource) => Remembered<ThreadBrief> = rememberedThreads(threadBrief);

function threadBrief(thread: ThreadView): ThreadBrief {
  const { id } = thread;
  const runs = thread.runs.flatMap((run) => runBriefOf(id, run) ?? []);
  return {
    runs,
    notJudged: thread.runs.length - runs.length,
    failed: thread.runs.flatMap(({ attempts, run }) => failedRunIn(`${id}:${run}`, attempts) ?? []),
    starts: thread.runs.flatMap(failedStart),
    watched: thread.runs.flatMap(watchedRun),
    learnt: thread.runs.flatMap((run) => learntRunOf(id, run) ?? []),
    unreadable: unreadableWords(thread),
  };
}

function watchedRun({ attempts }: RunView): readonly WatchedRun[] {
  const first = attempts.find(({ attempt }) => attempt === 1);
  if (first?.at === undefined || first.watch === undefined) return [];
  const { at, outcome, watch } = first;
  const { alarm, checks, checksStop } = watch;
  const counts = outcome?.ok === true && checksStop === false && checks !== undefined;
  return [
    {
      at,
      ...(alarm === undefined ? {} : { scorer: alarm.scorer }),
      ...(counts ? { checkFailed: checks.some(({ ok }) => !ok) } : {}),
    },
  ];
}

function failedStart({ attempts }: RunView): readonly FailedStart[] {
  const first = attempts.find(({ attempt }) => attempt === 1);
  if (first?.at === undefined || first.outcome?.ok !== false) return [];
  const { at, attribution, planned, proposed, rewind } = first;
  const promise = (rewind ?? planned ?? proposed)?.promise;
  if (promise === undefined || attribution === undefined) return [{ at, start: undefined }];
  const { alpha, convention, guarantee } = promise;
  const start = { alpha, guarantee, n: attribution.n, ...(convention === undefined ? {} : { convention }) };
  return [{ at, start }];
}
