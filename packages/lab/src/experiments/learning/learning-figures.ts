import { type Figure, mean, overProblems, ratioOverProblems } from "../figure.ts";
import type { LearnOnce, LearntRun, Tried } from "./learn-from-nothing.ts";

/** Failed runs of a sequence, counted from 1: [first, last]. */
export type Span = readonly [first: number, last: number];

/** Results over a span of failed runs, against restarting on the same runs. Errors are over sequences. */
export interface SpanFigures {
  readonly span: Span;
  /** Steps that rollbacks executed, by those of restarting. */
  readonly steps: Figure;
  /** Share of failed runs that were recovered, less that of restarting. */
  readonly recovered: Figure;
}

/** Results where failed runs were replayed, too. */
export interface ReplayedSpan extends SpanFigures {
  /** Steps that the replays executed, mean of a failed run. */
  readonly replayed: Figure;
}

/** Figures of one agent. */
export interface LearningFigures {
  readonly system: string;
  readonly sequences: number;
  readonly failures: number;
  /** Failed runs of each sequence that were replayed, the first ones. */
  readonly replayed: number;
  /** Versions made by retries alone and with replays, mean of a sequence. */
  readonly versions: readonly [retries: number, replays: number];
  /** Steps that restarting executed, mean of a failed run. */
  readonly restarted: number;
  readonly retries: readonly SpanFigures[];
  readonly replays: readonly ReplayedSpan[];
}

/** Failed runs of one point of a curve. */
export const POINT = 50;

/** @param learnt by the seed of each sequence */
export function learningFigures(
  system: string,
  { failures, replayed }: { readonly failures: number; readonly replayed: number },
  learnt: readonly LearnOnce[],
): LearningFigures {
  const runs = learnt.flatMap(({ runs: own }, sequence) =>
    own.map((run, at) => ({ run, at: at + 1, sequence: String(sequence) })),
  );
  const within = ([first, last]: Span) => runs.filter(({ at }) => at >= first && at <= last);
  const compared = (span: Span, triedBy: (run: LearntRun) => Tried | undefined): SpanFigures => {
    const pairs = within(span).flatMap(({ run, sequence }) => {
      const tried = triedBy(run);
      return tried === undefined ? [] : [{ tried, restarted: run.restarted, sequence }];
    });
    const sequences = pairs.map(({ sequence }) => sequence);
    return {
      span,
      steps: ratioOverProblems(
        pairs.map(({ tried }) => tried.redone),
        pairs.map(({ restarted }) => restarted.redone),
        sequences,
      ),
      recovered: overProblems(
        pairs.map(({ restarted, tried }) => Number(tried.ok) - Number(restarted.ok)),
        sequences,
      ),
    };
  };
  return {
    system,
    sequences: learnt.length,
    failures,
    replayed,
    versions: [
      mean(learnt.map(({ versions: [retries] }) => retries)),
      mean(learnt.map(({ versions: [, replays] }) => replays)),
    ],
    restarted: mean(runs.map(({ run: { restarted } }) => restarted.redone)),
    retries: spansOf(failures).map((span) => compared(span, ({ byRetries }) => byRetries)),
    replays: spansOf(replayed).map((span) => ({
      ...compared(span, ({ byReplays }) => byReplays),
      replayed: overProblems(
        within(span).map(({ run }) => run.byReplays?.replayed ?? 0),
        within(span).map(({ sequence }) => sequence),
      ),
    })),
  };
}

/** Each hundred failed runs, or all of fewer; and the points of the curve. */
function spansOf(failures: number): readonly Span[] {
  const parts = (size: number): readonly Span[] =>
    Array.from({ length: Math.floor(failures / size) }, (_, at) => [at * size + 1, (at + 1) * size]);
  const hundreds = parts(Math.min(2 * POINT, failures));
  return failures < 2 * POINT ? hundreds : [...hundreds, ...parts(POINT)];
}

export const lengthOf = ([first, last]: Span): number => last - first + 1;
