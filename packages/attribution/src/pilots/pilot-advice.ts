import { clopperPearson } from "../conformal/index.ts";
import { rejectionThreshold } from "../conformal/rejection-threshold.ts";

import type { PilotTask } from "./pilot-figures.ts";
import { isBeyondChance } from "./sign-test.ts";

/** Advice from a pilot. */
export interface PilotAdvice {
  /**
   * - "on": leave rollback on, as it was piloted
   * - "on-with-epsilon": leave it on, with the verifier calibrated at `epsilon`
   * - "restart": only restart failed runs
   * - "off": leave it off
   * - "label-more": nobody can tell yet; about `more` further tasks would
   */
  readonly kind: "on" | "on-with-epsilon" | "restart" | "off" | "label-more";
  readonly epsilon?: number;
  readonly more?: number;
  /** The advice and why, in one sentence. */
  readonly sentence: string;
}

/** Share of right runs rejected that an advice may name. */
const EPSILONS = [0.1, 0.05, 0.02, 0.01] as const;
/** Gains below are not worth asking further. */
export const LEAST_GAIN = 0.05;
/** A gain that cannot be ruled out, from which on it is. */
const POSSIBLE_GAIN = 0.15;
const MOST_TASKS = 10_000;

/**
 * Advises on rollback after a pilot: it pays where it recovers more tasks than it spoils, which is the rule of the literature on
 * self-correction: (share of wrong tasks corrected) / (share of right ones spoilt) > accuracy / (1 - accuracy).
 *
 * Recovered and spoilt tasks are held against each other by a sign test. An advice to leave it on needs one in twenty or less.
 *
 * @param tasks    with rollback, by the verifier as it is; at least one
 * @param restarts the same tasks with restarts instead, in the same order, where they were tried
 * @throws {RangeError} if there is no task
 */
export function pilotAdvice(tasks: readonly PilotTask[], restarts?: readonly PilotTask[]): PilotAdvice {
  if (tasks.length === 0) throw new RangeError("Expected `tasks` to hold at least one task, got none.");
  const best = bestOf([variant(tasks), ...EPSILONS.flatMap((epsilon) => withEpsilon(tasks, epsilon))]);
  const restarting = restarts === undefined ? undefined : variant(restarts);
  if (restarting !== undefined && isBetter(restarting, best)) return restartAdvice(restarting);
  if (best !== undefined) return onAdvice(best);
  return offOrMore(variant(tasks));
}

/** A way to use rollback, and what it has done. */
interface Variant {
  readonly epsilon?: number;
  readonly n: number;
  readonly recovered: number;
  readonly spoilt: number;
  readonly stepsRedone: number;
}

function variant(tasks: readonly PilotTask[], epsilon?: number): Variant {
  return {
    ...(epsilon === undefined ? {} : { epsilon }),
    n: tasks.length,
    recovered: tasks.filter(({ right, rightAfter }) => !right && rightAfter).length,
    spoilt: tasks.filter(({ right, rightAfter }) => right && !rightAfter).length,
    stepsRedone: tasks.reduce((sum, { stepsRedone }) => sum + stepsRedone, 0),
  };
}

/** Outcome with a calibrated verifier: it rejects fewer of those runs. The threshold of a right task comes from the others. */
function withEpsilon(tasks: readonly PilotTask[], epsilon: number): readonly Variant[] {
  const right = tasks.flatMap(({ right: isRight, score }, at) =>
    isRight && score !== undefined ? [{ at, score }] : [],
  );
  const belowWithout = (at: number) =>
    rejectionThreshold(
      right.filter((each) => each.at !== at).map(({ score }) => score),
      { epsilon },
    ).below;
  if (belowWithout(-1) === -Infinity) return [];
  const held = tasks.map((task, at): PilotTask => {
    const isRejected = task.rejected && task.score !== undefined && task.score < belowWithout(at);
    return isRejected ? task : { ...task, rejected: false, rightAfter: task.right, stepsRedone: 0 };
  });
  return [variant(held, epsilon)];
}

const gainOf = ({ recovered, spoilt }: Variant): number => recovered - spoilt;

/** Of the variants that pay beyond doubt, the one of the largest gain; of several, the cheapest. */
function bestOf(variants: readonly Variant[]): Variant | undefined {
  return variants
    .filter((each) => isBeyondChance(each.recovered, each.spoilt))
    .toSorted((a, b) => gainOf(b) - gainOf(a) || a.stepsRedone - b.stepsRedone)[0];
}

/** Whether restarts pay, and rollback does not or gains no more for as many steps. */
function isBetter(restarting: Variant, best: Variant | undefined): boolean {
  if (!isBeyondChance(restarting.recovered, restarting.spoilt)) return false;
  if (best === undefined) return true;
  return gainOf(restarting) >= gainOf(best) && restarting.stepsRedone <= best.stepsRedone;
}

const counted = ({ n, recovered, spoilt }: Variant): string =>
  `it recovered ${recovered} and spoilt ${spoilt} of ${n} tasks`;

function onAdvice(best: Variant): PilotAdvice {
  const { epsilon } = best;
  if (epsilon === undefined) return { kind: "on", sentence: `Leave rollback on: ${counted(best)}.` };
  const sentence = `Leave rollback on with the verifier calibrated at epsilon ${epsilon}: with that, ${counted(best)}.`;
  return { kind: "on-with-epsilon", epsilon, sentence };
}

const restartAdvice = (restarting: Variant): PilotAdvice => ({
  kind: "restart",
  sentence: `Restart failed runs only: ${counted(restarting)}, and rollback gained no more for its steps.`,
});

function offOrMore(asPiloted: Variant): PilotAdvice {
  const { n, recovered, spoilt } = asPiloted;
  const gain = gainOf(asPiloted) / n;
  const possible = clopperPearson(recovered, n, 0.8).upper - spoilt / n;
  if (gain < LEAST_GAIN && possible < POSSIBLE_GAIN) {
    const why = spoilt > recovered ? "more than it is worth" : "too little to pay";
    return { kind: "off", sentence: `Leave rollback off: ${counted(asPiloted)}, ${why}.` };
  }
  const more = Math.max(1, tasksToKnow(asPiloted) - n);
  return {
    kind: "label-more",
    more,
    sentence: `Label ${more} more ${more === 1 ? "task" : "tasks"} to know: ${counted(asPiloted)}, which may be chance.`,
  };
}

/** How many tasks would decide it if they turned out like the first ones. */
function tasksToKnow({ n, recovered, spoilt }: Variant): number {
  for (let tasks = n + 1; tasks < MOST_TASKS; tasks += 1) {
    const grown = {
      recovered: Math.round((recovered / n) * tasks),
      spoilt: Math.round((spoilt / n) * tasks),
    };
    if (isBeyondChance(grown.recovered, grown.spoilt)) return tasks;
    const possible = clopperPearson(grown.recovered, tasks, 0.8).upper - grown.spoilt / tasks;
    if (recovered <= spoilt && possible < POSSIBLE_GAIN) return tasks;
  }
  return MOST_TASKS;
}
