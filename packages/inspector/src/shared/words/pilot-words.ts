import type {
  ActFigures,
  CalibratedFigures,
  PilotShare,
  RecordedAlarm,
  RecordedFigures,
  VerifierRuns,
} from "@langgraph-rollback/attribution";

import type { PilotView } from "../view/pilot-view.ts";
import { counted } from "./counted.ts";
import { between, shareWords, wholePercent } from "./share-words.ts";

/** Subject of a row of figures, and its value. */
export type PilotRow = readonly [what: string, value: string];

/** Figures of recorded runs, a row a figure. Figures of which there is nothing to say are left out. */
export function pilotRows(figures: RecordedFigures): readonly PilotRow[] {
  const {
    falseRejections,
    leftAlone,
    made,
    misses,
    passed,
    planned,
    recovered,
    rejected,
    runs,
    spoilt,
    steps,
    wrongAccepted,
    wrongDelivered,
  } = figures;
  return [
    ["runs judged", `${runs}, of ${counted(steps, "step")} at first`],
    ["rejected", shareWords(rejected)],
    ...actRows(planned, "would have been rolled back", "would have been redone"),
    ...actRows(made, "were rolled back", "were redone"),
    ...(leftAlone === 0 ? [] : ([["rejected, and no rollback planned", String(leftAlone)]] as const)),
    ...shareRow("passed after a rollback", passed),
    ...shareRow("right ones rejected", falseRejections),
    ...shareRow("wrong ones accepted", misses),
    ...shareRow("wrong ones recovered", recovered),
    ...shareRow("right ones spoilt", spoilt),
    ...shareRow("wrong ones, rejected, that ended wrong and accepted", wrongAccepted),
    ...shareRow("wrong ones among accepted results", wrongDelivered),
  ];
}

/** Figures of recorded runs about an alarm, a row a figure. */
export function recordedAlarmRows({
  rightWouldStop,
  steps,
  stopped,
  wouldStop,
}: RecordedAlarm): readonly PilotRow[] {
  const stepsRow = (what: string, value: number | null): readonly PilotRow[] =>
    value === null ? [] : [[what, value.toFixed(2)]];
  return [
    ...shareRow("stopped, of runs that it could stop", stopped),
    ...shareRow("would have been stopped, of runs that were let go on", wouldStop),
    ...shareRow("the same, of right ones", rightWouldStop),
    ...stepsRow("steps of a run that it could stop, all attempts, mean", steps.with),
    ...stepsRow("steps of a run that was let go on, mean", steps.without),
  ];
}

function actRows(acts: ActFigures, did: string, redone: string): readonly PilotRow[] {
  const { restart, runs, share, steps, tokens } = acts;
  if (runs.count === 0) return [];
  return [
    [did, shareWords(runs)],
    [`  steps that ${redone}`, `${steps}, by restarts ${restart}`],
    ...(share === null
      ? []
      : ([
          [
            "  share of a restart's steps, mean",
            `${wholePercent(share.mean)} % (${between(share.interval)})`,
          ],
        ] as const)),
    ...(tokens === null
      ? []
      : ([[`  tokens that ${redone}`, `${tokens.redone}, by restarts ${tokens.restart}`]] as const)),
  ];
}

const shareRow = (what: string, share: PilotShare): readonly PilotRow[] =>
  share.of === 0 ? [] : [[what, shareWords(share)]];

/** Verifier whose runs they are. The fingerprint is the user's own text. */
export function verifierWords({ verifier }: Pick<VerifierRuns, "verifier">): string {
  return verifier === null ? "A verifier without a fingerprint" : `Verifier ${verifier}`;
}

/** Head and rows of what a calibrated verifier would do. */
export function thresholdTable({ at }: CalibratedFigures): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  return {
    head: ["epsilon", "rejects below", "rejected", "right ones rejected", "wrong ones accepted"],
    rows: at.map(({ below, epsilon, falseRejections, misses, rejected }) => [
      String(epsilon),
      below === null ? "-" : String(Number(below.toPrecision(4))),
      shareWords(rejected),
      shareWords(falseRejections),
      shareWords(misses),
    ]),
  };
}

/** Whether right runs score as those that calibrated the verifier, and which runs that is of, as sentences. */
export function calibratedWords({ calibrating, drift, right, runs }: CalibratedFigures): string {
  const odds = Number(drift.evidence.toPrecision(2));
  const left =
    calibrating === 0
      ? ""
      : ` ${counted(calibrating, "run")} that calibrated it ${calibrating === 1 ? "is" : "are"} left out.`;
  if (right === 0) return `Held against ${counted(runs, "run")}, none of them labelled right.${left}`;
  return `Held against ${counted(runs, "run")}. Evidence that its right runs (n = ${right}) score otherwise than those that calibrated it: ${odds} to 1; from 20 to 1 on, calibrate anew.${left}`;
}

/** Basis of the figures, and parts that were left out, as sentences. */
export function pilotNotes(view: PilotView): readonly string[] {
  const { calibration, leftOut, more, notJudged, threads } = view;
  const { changed, disputed, unsure } = leftOut;
  return [
    more ? `The latest ${threads} threads; there are more.` : `${counted(threads, "thread")}.`,
    ...(notJudged === 0 ? [] : [`${counted(notJudged, "run")} without a verdict on the first attempt.`]),
    ...(disputed === 0 ? [] : [`Labellers disagree on ${counted(disputed, "attempt")}.`]),
    ...(unsure === 0 ? [] : [`${counted(unsure, "attempt")} that nobody could judge.`]),
    ...(changed === 0
      ? []
      : [`${counted(changed, "labelled attempt")} ${changed === 1 ? "has" : "have"} other steps by now.`]),
    ...(calibration === undefined || calibration.isOfRuns
      ? []
      : [`No run here has a score of ${calibration.verifier}, the verifier that was calibrated.`]),
  ];
}

/** How many threads cannot be read whole, and why the first cannot; `undefined` if all can. */
export function unreadableThreads({ unreadable }: Pick<PilotView, "unreadable">): string | undefined {
  if (unreadable === undefined) return undefined;
  return `${counted(unreadable.threads, "thread")} cannot be read whole. The first: ${unreadable.first}`;
}
