import { type ConfidenceInterval, hoeffdingInterval } from "../conformal/index.ts";

import type { JudgedRun, RedoneSteps } from "./judged-run.ts";
import { type PilotShare, shareOf, shareWith } from "./pilot-share.ts";

/** Rollbacks of one kind, and their cost. */
export interface ActFigures {
  /** Runs that were rolled back, or would have been, of all. */
  readonly runs: PilotShare;
  /** Steps redone, and steps that restarts take. */
  readonly steps: number;
  readonly restart: number;
  /** The share of a restart's steps that is redone: mean over runs, with its 95 % Hoeffding interval. Null without runs. */
  readonly share: { readonly mean: number; readonly interval: ConfidenceInterval } | null;
  /** The same in tokens, over runs that recorded them. Null where none did. */
  readonly tokens: { readonly runs: number; readonly redone: number; readonly restart: number } | null;
}

/** Figures of recorded runs. Intervals are of 95 %. */
export interface RecordedFigures {
  readonly runs: number;
  /** Steps of the first attempts. */
  readonly steps: number;
  /** First attempts that the verifier rejected, or that ended with an exception. */
  readonly rejected: PilotShare;
  /** Actions planned for runs that were only observed. An accepted run is the same whether it was observed or not. */
  readonly planned: ActFigures;
  /** Actions that were carried out. */
  readonly made: ActFigures;
  /** Rejected ones that were neither rolled back nor would have been: a limit, a policy or a problem was against it. */
  readonly leftAlone: number;
  /** Of the runs that were rolled back and have ended: the ones with a later attempt that passed. */
  readonly passed: PilotShare;
  /** Of the runs labelled right at first: those that were rejected. */
  readonly falseRejections: PilotShare;
  /** Of the runs labelled wrong at first: those that were accepted. */
  readonly misses: PilotShare;
  /** Of the runs that were rolled back and labelled wrong at first: those whose returned result is labelled right. Only of those labelled twice. */
  readonly recovered: PilotShare;
  /** Of the runs that were rolled back and labelled right at first: those whose returned result is labelled wrong. Only of those labelled twice. */
  readonly spoilt: PilotShare;
  /** Of the runs labelled wrong at first, rejected and rolled back: those that ended with a wrong result accepted. Only of those labelled twice. */
  readonly wrongAccepted: PilotShare;
  /** Of the accepted results that are labelled, at first or after a rollback: the wrong ones. */
  readonly wrongDelivered: PilotShare;
  /** Runs that were rolled back and are at their end, whose first attempt is labelled and whose returned result is not. */
  readonly returnedToLabel: number;
}

/** Counts what recorded runs show. */
export function recordedFigures(runs: readonly JudgedRun[]): RecordedFigures {
  const isRejected = ({ ended }: JudgedRun): boolean => ended !== "accepted";
  const labelled = (isRight: boolean) => runs.filter(({ label }) => label?.right === isRight);
  const twice = (isRight: boolean) =>
    labelled(isRight).flatMap(({ redone }) => (redone?.right === undefined ? [] : [redone.right]));
  const ended = runs.filter(({ redone }) => redone?.passed !== undefined);
  return {
    runs: runs.length,
    steps: runs.reduce((sum, { steps }) => sum + steps, 0),
    rejected: shareWith(runs, isRejected),
    planned: actsOf(runs, "planned"),
    made: actsOf(runs, "made"),
    leftAlone: runs.filter((run) => isRejected(run) && run.redone === undefined).length,
    passed: shareWith(ended, ({ redone }) => redone?.passed === true),
    falseRejections: shareWith(labelled(true), isRejected),
    misses: shareWith(labelled(false), (run) => !isRejected(run)),
    recovered: shareWith(twice(false), (isRight) => isRight),
    spoilt: shareWith(twice(true), (isRight) => !isRight),
    wrongAccepted: shareWith(
      labelled(false).filter(({ redone }) => redone?.right !== undefined),
      ({ redone }) => redone?.passed === true && redone.right === false,
    ),
    wrongDelivered: shareWith(runs.flatMap(deliveredIn), (isRight) => !isRight),
    returnedToLabel: ended.filter(({ label, redone }) => label !== undefined && redone?.right === undefined)
      .length,
  };
}

/** Whether the accepted result of a run is right; nothing where none was accepted, or nobody has labelled it. */
function deliveredIn({ ended, label, redone }: JudgedRun): readonly boolean[] {
  const right = ended === "accepted" ? label?.right : redone?.passed === true ? redone.right : undefined;
  return right === undefined ? [] : [right];
}

function actsOf(runs: readonly JudgedRun[], kind: RedoneSteps["kind"]): ActFigures {
  const acts = runs.flatMap(({ redone }) => (redone?.kind === kind ? [redone] : []));
  const shares = acts.flatMap(({ restart, steps }) => (restart === 0 ? [] : [steps / restart]));
  const mean = sum(shares) / shares.length;
  const tokens = acts.flatMap((act) => act.tokens ?? []);
  return {
    runs: shareOf(acts.length, runs.length),
    steps: sum(acts.map(({ steps }) => steps)),
    restart: sum(acts.map(({ restart }) => restart)),
    // Rounding may carry a mean of ones above 1.
    share:
      shares.length === 0 ? null : { mean, interval: hoeffdingInterval(Math.min(1, mean), shares.length) },
    tokens:
      tokens.length === 0
        ? null
        : {
            runs: tokens.length,
            redone: sum(tokens.map(({ redone }) => redone)),
            restart: sum(tokens.map(({ restart }) => restart)),
          },
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
