import type { ConfidenceInterval } from "../conformal/clopper-pearson.ts";
import type { AlarmAdvice } from "./alarm-pilot.ts";
import type { JudgedRun } from "./judged-run.ts";
import { counted } from "./more-needed.ts";
import { type PilotShare, shareWith } from "./pilot-share.ts";

/** Results of recorded runs about an alarm. A coin that knows nothing of a run lets it go on: such runs are beside the others what runs without the alarm are. */
export interface RecordedAlarm {
  /** Of the runs that it could stop: those that it stopped. */
  readonly stopped: PilotShare;
  /** Of the runs that were let go on, as the coin or the mode said: those that it would have stopped. */
  readonly wouldStop: PilotShare;
  /** Of those among them that were right at first, by label, else by the verifier's word: the ones that it would have stopped. */
  readonly rightWouldStop: PilotShare;
  /** Steps of all attempts of a run, mean; null without such runs. */
  readonly steps: { readonly with: number | null; readonly without: number | null };
  /** Steps with the alarm less those without, mean of a run, with the 95 % interval of two independent samples; null where they cannot be compared. */
  readonly change: { readonly mean: number; readonly interval: ConfidenceInterval } | null;
  readonly advice: AlarmAdvice;
}

/** Fewer runs have intervals that are too narrow. */
const LEAST_RUNS = 30;
/** Standard errors of a 95 % interval. */
const WIDTH = 1.96;

/** @returns `undefined` if no run had a calibrated alarm */
export function recordedAlarm(runs: readonly JudgedRun[]): RecordedAlarm | undefined {
  const heard = runs.filter(({ alarm }) => alarm !== undefined);
  if (heard.length === 0) return undefined;
  const stoppable = heard.filter(({ alarm }) => alarm?.stops === true);
  const letGoOn = heard.filter(({ alarm }) => alarm?.stops !== true);
  const isStopped = ({ ended }: JudgedRun): boolean => ended === "stopped";
  const wouldStop = ({ alarm }: JudgedRun): boolean => alarm?.raised === true;
  const isRight = ({ ended, label }: JudgedRun): boolean => label?.right ?? ended === "accepted";
  const isObserved = letGoOn.some(({ redone }) => redone?.kind === "planned");
  const [watched, without] = [stoppable.map(stepsOf), letGoOn.map(stepsOf)];
  const change = isObserved ? null : changeOf(watched, without);
  return {
    stopped: shareWith(stoppable, isStopped),
    wouldStop: shareWith(letGoOn, wouldStop),
    rightWouldStop: shareWith(letGoOn.filter(isRight), wouldStop),
    steps: {
      with: watched.length === 0 ? null : mean(watched),
      without: without.length === 0 || isObserved ? null : mean(without),
    },
    change,
    advice: adviceOn(change, isObserved, [stoppable.length, letGoOn.length], stoppable.some(isStopped)),
  };
}

const stepsOf = ({ redone, steps }: JudgedRun): number =>
  steps + (redone?.kind === "made" ? redone.steps : 0);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function changeOf(watched: readonly number[], without: readonly number[]): RecordedAlarm["change"] {
  if (Math.min(watched.length, without.length) < LEAST_RUNS) return null;
  const difference = mean(watched) - mean(without);
  const half = WIDTH * Math.sqrt(squaredError(watched) + squaredError(without));
  return { mean: difference, interval: { lower: difference - half, upper: difference + half } };
}

/** Of a mean. */
function squaredError(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

function adviceOn(
  change: RecordedAlarm["change"],
  isObserved: boolean,
  [stoppable, letGoOn]: readonly [stoppable: number, letGoOn: number],
  hasStopped: boolean,
): AlarmAdvice {
  const unknown = (why: string): AlarmAdvice => ({
    kind: "unknown",
    sentence: `Whether the alarm pays is not known: ${why}.`,
  });
  if (isObserved)
    return unknown("runs that it let go on were only observed, so that nobody knows what their retries cost");
  const runs = `${counted(stoppable, "run")} that it could stop and ${letGoOn} that it let go on`;
  if (change === null) return unknown(`it takes ${LEAST_RUNS} runs of each kind, and there are ${runs}`);
  if (!hasStopped) return unknown(`of ${counted(stoppable, "run")} it stopped none`);
  const { interval } = change;
  const measured = `with it a run takes ${signed(change.mean)} steps (${signed(interval.lower)} to ${signed(interval.upper)}) over all attempts, by ${runs}`;
  if (interval.upper < 0) return { kind: "on", sentence: `Leave the alarm on: ${measured}.` };
  if (interval.lower > 0) return { kind: "off", sentence: `Leave the alarm off: ${measured}.` };
  return unknown(measured);
}

const signed = (value: number): string => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(2)}`;
