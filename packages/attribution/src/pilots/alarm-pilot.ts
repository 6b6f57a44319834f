import type { ConfidenceInterval } from "../conformal/clopper-pearson.ts";
import { bootstrapInterval } from "../conformal/evaluation/bootstrap-interval.ts";
import { counted } from "./more-needed.ts";
import type { PilotTask } from "./pilot-figures.ts";
import { type PilotShare, shareWith } from "./pilot-share.ts";
import { isBeyondChance } from "./sign-test.ts";

/** One task in two pilots that differ in the alarm alone. */
export interface AlarmPair {
  readonly watched: PilotTask;
  readonly unwatched: PilotTask;
  /** Pairs of one unit may depend on each other, such as those of one task. Default: each pair by itself. */
  readonly unit?: string;
}

/** Whether to stop runs by an alarm. */
export interface AlarmAdvice {
  /** - "on": it saves steps beyond chance, and loses no results beyond chance
   * - "off": it costs steps, or results, beyond chance
   * - "unknown": neither is known
   */
  readonly kind: "on" | "off" | "unknown";
  /** The advice and why, in one sentence. */
  readonly sentence: string;
}

/** Worth of an alarm. Steps are those of all attempts together. */
export interface AlarmPilot {
  readonly tasks: number;
  /** First attempts that were stopped before their end. */
  readonly stopped: PilotShare;
  /** Of the first attempts that are right without the alarm: those that it stopped. */
  readonly rightStopped: PilotShare;
  readonly steps: { readonly with: number; readonly without: number };
  /** Steps with the alarm less those without, mean of a task, with its 95 % interval; null without tasks. */
  readonly change: { readonly mean: number; readonly interval: ConfidenceInterval } | null;
  /** Right in the end. */
  readonly rightAfter: { readonly with: PilotShare; readonly without: PilotShare };
  readonly advice: AlarmAdvice;
}

/** Fewer pairs have intervals that are too narrow. */
const LEAST_PAIRS = 30;

/**
 * Tells whether an alarm pays: the steps of the same tasks with it and without it, retries included, and what became of their results.
 *
 * @param pairs of tasks with independent outcomes, or with the `unit` that they share
 *
 * @example
 * console.log(alarmPilot(watched.map((each, at) => ({ watched: each, unwatched: unwatched[at] }))).advice.sentence);
 */
export function alarmPilot(pairs: readonly AlarmPair[]): AlarmPilot {
  const isStopped = ({ watched }: AlarmPair): boolean => watched.stopped !== undefined;
  const found: Omit<AlarmPilot, "advice"> = {
    tasks: pairs.length,
    stopped: shareWith(pairs, isStopped),
    rightStopped: shareWith(
      pairs.filter(({ unwatched }) => unwatched.right),
      isStopped,
    ),
    steps: {
      with: sum(pairs.map(({ watched }) => totalSteps(watched))),
      without: sum(pairs.map(({ unwatched }) => totalSteps(unwatched))),
    },
    change: changeOf(pairs),
    rightAfter: {
      with: shareWith(pairs, ({ watched }) => watched.rightAfter),
      without: shareWith(pairs, ({ unwatched }) => unwatched.rightAfter),
    },
  };
  return { ...found, advice: adviceOn(found, pairs) };
}

const totalSteps = ({ steps, stepsRedone }: PilotTask): number => steps + stepsRedone;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function changeOf(pairs: readonly AlarmPair[]): AlarmPilot["change"] {
  const changes = pairs.map(({ unwatched, watched }) => totalSteps(watched) - totalSteps(unwatched));
  const interval = bootstrapInterval(
    changes,
    1,
    pairs.map(({ unit }, at) => unit ?? `pair ${at}`),
  );
  return interval === undefined ? null : { mean: sum(changes) / changes.length, interval };
}

function adviceOn(
  { change, stopped, tasks }: Omit<AlarmPilot, "advice">,
  pairs: readonly AlarmPair[],
): AlarmAdvice {
  const of = counted(tasks, "task");
  if (change === null || tasks < LEAST_PAIRS || stopped.count === 0) {
    const why =
      tasks < LEAST_PAIRS
        ? `it takes ${LEAST_PAIRS} tasks to tell, and there ${tasks === 1 ? "is" : "are"} ${tasks}`
        : `of ${of} it stopped none, so that they show nothing of it`;
    return { kind: "unknown", sentence: `Whether the alarm pays is not known: ${why}.` };
  }
  const lost = pairs.filter((pair) => pair.unwatched.rightAfter && !pair.watched.rightAfter).length;
  const won = pairs.filter((pair) => !pair.unwatched.rightAfter && pair.watched.rightAfter).length;
  const measured = `with it a task takes ${signed(change.mean)} steps (${signed(change.interval.lower)} to ${signed(change.interval.upper)}) over all attempts, of ${of}`;
  if (isBeyondChance(lost, won))
    return {
      kind: "off",
      sentence: `Leave the alarm off: ${lost} tasks end wrong that end right without it, and ${won} the reverse; ${measured}.`,
    };
  if (change.interval.upper < 0) return { kind: "on", sentence: `Leave the alarm on: ${measured}.` };
  if (change.interval.lower > 0) return { kind: "off", sentence: `Leave the alarm off: ${measured}.` };
  return { kind: "unknown", sentence: `Whether the alarm pays is not known: ${measured}.` };
}

const signed = (value: number): string => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(2)}`;
