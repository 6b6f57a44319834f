import { type Figure, mean, overGroups } from "../figure.ts";
import { coverByReplay, type Covered } from "./cover-by-replay.ts";
import type { TwiceLabelled } from "./label-failures.ts";
import { learnTwice, type LearntTwice } from "./learn-from-labels.ts";
import { splitFailures } from "./split-failures.ts";

/** Place of the last recovering start, as shares of the failures. */
export interface LabelShares {
  /** At the first mistake. */
  readonly same: number;
  readonly earlier: number;
  readonly later: number;
  /** No replay was accepted. */
  readonly unrecovered: number;
}

/** Figures of one system. */
export interface ReplayLabelsFigures {
  readonly system: string;
  readonly failures: number;
  /** Mean of a failure. */
  readonly replays: number;
  readonly shares: LabelShares;
  readonly alpha: number;
  /** AUROC of the first mistake in fresh failures, by what the scorer is fitted on. Errors are over splits. */
  readonly truth: Figure;
  readonly replay: Figure;
  readonly difference: Figure;
  /** Share of fresh failures whose set begins at or before the last recovering start, and the first mistake. */
  readonly recovering: Figure;
  readonly mistake: Figure;
}

/** Parts of the failures in each split. */
const FITTED = 0.625;
const PART = 0.3125;

/** Splits the failures of a system again and again. */
export async function replayLabelsFigures(
  system: string,
  failures: readonly TwiceLabelled[],
  { alpha, splits }: { readonly alpha: number; readonly splits: number },
): Promise<ReplayLabelsFigures> {
  const learnt: LearntTwice[] = [];
  const covered: Covered[] = [];
  for (let seed = 0; seed < splits; seed += 1) {
    const size = (part: number): number => Math.round(part * failures.length);
    const [fit = [], test = []] = splitFailures(failures, [size(FITTED)], seed);
    learnt.push(await learnTwice({ fit, test }, seed));
    const [own = [], calibrated = [], fresh = []] = splitFailures(failures, [size(PART), size(PART)], seed);
    covered.push(await coverByReplay({ fit: own, calibrated, test: fresh }, { alpha, seed }));
  }
  const over = (values: readonly number[]): Figure => overGroups(values, [...values.keys()]);
  return {
    system,
    failures: failures.length,
    replays: mean(failures.map(({ replays }) => replays)),
    shares: sharesOf(failures),
    alpha,
    truth: over(learnt.map(({ truth }) => truth)),
    replay: over(learnt.map(({ replay }) => replay)),
    difference: over(learnt.map(({ replay, truth }) => replay - truth)),
    recovering: over(covered.map(({ recovering }) => recovering)),
    mistake: over(covered.map(({ mistake }) => mistake)),
  };
}

function sharesOf(failures: readonly TwiceLabelled[]): LabelShares {
  const share = (is: (failure: TwiceLabelled) => boolean): number =>
    failures.filter(is).length / failures.length;
  return {
    same: share(({ replayed: { range }, trajectory: { label } }) => range?.start === label.decisiveStep),
    earlier: share(
      ({ replayed: { range }, trajectory: { label } }) =>
        range !== undefined && range.start < label.decisiveStep,
    ),
    later: share(
      ({ replayed: { range }, trajectory: { label } }) =>
        range !== undefined && range.start > label.decisiveStep,
    ),
    unrecovered: share(({ replayed: { range } }) => range === undefined),
  };
}
