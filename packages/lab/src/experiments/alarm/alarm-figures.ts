import { type AlarmPair, alarmPilot, type AlarmPilot, type PilotTask } from "@langgraph-rollback/attribution";
import { bootstrapInterval } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";

import { type Figure, mean, overProblems } from "../figure.ts";
import type { LearntAlarm } from "./learn-alarm.ts";
import { ALPHAS, type WatchedTask } from "./watch-runs.ts";

/** A mean difference with its 95 % interval, by a bootstrap over problems. */
interface Change {
  readonly mean: number;
  readonly interval: ConfidenceInterval;
}

/** Figures of an alarm at one alpha, beside the same runs without it. */
export interface AlphaFigures {
  readonly alpha: number;
  /** Share of the first attempts that are right without the alarm: those that it stopped. The error is that of the runs, over problems, and of the calibration. */
  readonly rightStopped: Figure;
  /** The same of those that are wrong without it. */
  readonly wrongStopped: Figure;
  /** Steps of the first attempts that were not made, of all of theirs. */
  readonly spared: number;
  /** Steps of all attempts together, of those without the alarm, less 1. */
  readonly steps: Change;
  /** Right in the end, with less without; a share of the runs. */
  readonly right: Change;
  readonly advice: AdviceKind;
  /** Advice of pilots of a few of these runs each. */
  readonly smallPilots: Readonly<Record<AdviceKind, number>>;
}

type AdviceKind = AlarmPilot["advice"]["kind"];

/** Runs of a small pilot. */
export const SMALL = 200;

/** Figures of one agent. */
export interface AlarmFigures {
  readonly system: string;
  readonly runs: number;
  /** Observed runs that made the alarm, and right ones among those that calibrated it. */
  readonly learnt: { readonly runs: number; readonly right: number };
  /** Right without the alarm: at first, and in the end. */
  readonly without: { readonly right: number; readonly rightAfter: number; readonly steps: number };
  /** Runs that the alarm stopped although the scores of their steps do not foretell it, or the reverse. */
  readonly unforetold: number;
  readonly alphas: readonly AlphaFigures[];
}

/** Seed of the bootstrap. */
const SEED = 1;
/** Place of the alpha at which every run is watched. */
const EVERY = 2;

export function alarmFigures(
  system: string,
  { alarm }: Pick<LearntAlarm, "alarm">,
  tasks: readonly WatchedTask[],
): AlarmFigures {
  const without = tasks.map((task) => task.without);
  return {
    system,
    runs: tasks.length,
    learnt: { runs: 2 * alarm.runs.length, right: alarm.n },
    without: {
      right: mean(without.map(({ right }) => Number(right))),
      rightAfter: mean(without.map(({ rightAfter }) => Number(rightAfter))),
      steps: mean(without.map(totalSteps)),
    },
    unforetold: tasks.filter(
      ({ foretold, withAlarm }) => foretold !== (withAlarm[EVERY]?.stopped !== undefined),
    ).length,
    alphas: ALPHAS.map((alpha, place) => atAlpha(alpha, place, tasks, alarm.n)),
  };
}

const totalSteps = ({ steps, stepsRedone }: PilotTask): number => steps + stepsRedone;

function atAlpha(alpha: number, place: number, tasks: readonly WatchedTask[], n: number): AlphaFigures {
  const pairs = tasks.map(({ problem, withAlarm, without }): Pair => ({
    problem,
    watched: withAlarm[place] ?? without,
    unwatched: without,
  }));
  const problems = pairs.map(({ problem }) => problem);
  const stoppedOf = (isRight: boolean): Figure => {
    const meant = pairs.filter(({ unwatched }) => unwatched.right === isRight);
    return overProblems(
      meant.map(({ watched }) => Number(watched.stopped !== undefined)),
      meant.map(({ problem }) => problem),
    );
  };
  const ofRuns = stoppedOf(true);
  const steps = mean(pairs.map(({ unwatched }) => totalSteps(unwatched)));
  const change = (values: readonly number[]): Change => ({
    mean: mean(values),
    interval: bootstrapInterval(values, SEED, problems) ?? { lower: -1, upper: 1 },
  });
  const firstSteps = (of: "unwatched" | "watched"): number => mean(pairs.map((pair) => pair[of].steps));
  return {
    alpha,
    rightStopped: {
      mean: ofRuns.mean,
      // The rank of a fresh right run among n is uniform: over calibrations, the share has this deviation.
      standardError: Math.hypot(ofRuns.standardError, Math.sqrt((alpha * (1 - alpha)) / (n + 2))),
    },
    wrongStopped: stoppedOf(false),
    spared: 1 - firstSteps("watched") / firstSteps("unwatched"),
    steps: change(
      pairs.map(({ unwatched, watched }) => (totalSteps(watched) - totalSteps(unwatched)) / steps),
    ),
    right: change(
      pairs.map(({ unwatched, watched }) => Number(watched.rightAfter) - Number(unwatched.rightAfter)),
    ),
    advice: adviceOn(pairs),
    smallPilots: smallPilots(pairs),
  };
}

type Pair = Pick<AlarmPair, "unwatched" | "watched"> & { readonly problem: string };

const adviceOn = (pairs: readonly Pair[]): AdviceKind =>
  alarmPilot(pairs.map(({ problem, ...pair }) => ({ ...pair, unit: problem }))).advice.kind;

function smallPilots(pairs: readonly Pair[]): AlphaFigures["smallPilots"] {
  const advised = { on: 0, off: 0, unknown: 0 };
  for (let from = 0; from === 0 || from + SMALL <= pairs.length; from += SMALL)
    advised[adviceOn(pairs.slice(from, from + SMALL))] += 1;
  return advised;
}
