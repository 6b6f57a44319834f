import { mean } from "../figure.ts";
import type { ChangedRun, ChangeJob } from "./change-model.ts";

/** Some failed runs in a row, over all sequences. Shares are of these failed runs. */
export interface ChangeSpan {
  /** Counted from 1. */
  readonly span: readonly [first: number, last: number];
  readonly recovered: number;
  /** Runs that were promised something. */
  readonly promised: number;
  /** Runs that were not recovered as they were promised. */
  readonly missed: number;
  readonly handedOver: number;
  /** Runs that nothing recovered and that nobody was asked about. */
  readonly silent: number;
}

/** One sequence: an agent whose model changes. Numbers of failed runs are counted from the change. */
export interface ChangeSequence {
  /** Alarms before the change: each is a false one. */
  readonly falseAlarms: number;
  /** Promise in force at the change; absent where nothing was promised. */
  readonly before?: { readonly within: number; readonly n: number };
  /** When more runs than promised were missed; absent where no alarm came. */
  readonly alarm?: number;
  /** When the first version after the alarm was made. */
  readonly version?: number;
  /** When something was promised anew after the alarm, and what. */
  readonly promise?: { readonly at: number; readonly within: number; readonly n: number };
  /** The most over all T of silent failures among the first T, less alpha T. */
  readonly mostAbove: number;
}

/** Figures of all sequences. */
export interface ChangeFigures extends Pick<ChangeJob, "after" | "alpha" | "before" | "mended"> {
  readonly repeatShown: number;
  readonly spans: readonly ChangeSpan[];
  readonly sequences: readonly ChangeSequence[];
}

/** Failed runs of a row. */
const ROW = 50;

/** @param sequences failed runs of each sequence, in order */
export function changeFigures(
  job: Omit<ChangeFigures, "sequences" | "spans">,
  sequences: readonly (readonly ChangedRun[])[],
): ChangeFigures {
  const length = job.before + job.after + job.mended;
  return {
    ...job,
    spans: Array.from({ length: Math.ceil(length / ROW) }, (_, row) => {
      const last = Math.min((row + 1) * ROW, length);
      return spanOf(
        [row * ROW + 1, last],
        sequences.flatMap((runs) => runs.slice(row * ROW, last)),
      );
    }),
    sequences: sequences.map((runs) => sequenceOf(runs, job)),
  };
}

function spanOf(span: ChangeSpan["span"], runs: readonly ChangedRun[]): ChangeSpan {
  const share = (is: (run: ChangedRun) => boolean): number => mean(runs.map((run) => Number(is(run))));
  return {
    span,
    recovered: share(({ recoveredBy }) => recoveredBy !== undefined),
    promised: share(({ within }) => within !== undefined),
    missed: share(({ recoveredBy = Infinity, within = Infinity }) => recoveredBy > within),
    handedOver: share(({ isHandedOver }) => isHandedOver),
    silent: share(isSilent),
  };
}

const isSilent = ({ isHandedOver, recoveredBy }: ChangedRun): boolean =>
  recoveredBy === undefined && !isHandedOver;

function sequenceOf(
  runs: readonly ChangedRun[],
  { alpha, before }: Pick<ChangeJob, "alpha" | "before">,
): ChangeSequence {
  const changes = runs.flatMap((run, at) =>
    run.changes.map((change) => ({ ...change, at: at + 1 - before })),
  );
  const inForce = changes.filter(({ at }) => at <= 0).at(-1);
  const alarm = changes.find(({ at, change }) => at > 0 && change === "drift")?.at;
  const since = changes.slice(changes.findIndex(({ at }) => at === alarm) + 1);
  const version = alarm === undefined ? undefined : since.find(({ change }) => change === "version")?.at;
  const anew = alarm === undefined ? undefined : since.find(({ promise }) => promise !== undefined);
  let silent = 0;
  const above = runs.map((run, at) => (silent += Number(isSilent(run))) - alpha * (at + 1));
  return {
    falseAlarms: changes.filter(({ at, change }) => at <= 0 && change === "drift").length,
    ...(inForce?.promise === undefined ? {} : { before: inForce.promise }),
    ...(alarm === undefined ? {} : { alarm }),
    ...(version === undefined ? {} : { version }),
    ...(anew?.promise === undefined ? {} : { promise: { ...anew.promise, at: anew.at } }),
    mostAbove: Math.max(...above),
  };
}
