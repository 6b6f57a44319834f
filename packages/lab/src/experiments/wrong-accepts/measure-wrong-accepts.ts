import {
  acceptanceOf,
  calibrateVerifier,
  fitPanel,
  panelScore,
  rejectionOf,
} from "@langgraph-rollback/attribution";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { seededOrder } from "@langgraph-rollback/attribution/draws";

import { type Figure, overGroups } from "../figure.ts";
import type { MarkedRun } from "../marks/marked-runs.ts";
import { isRight, PANEL_MEMBERS, scoresOf } from "../marks/panel-scores.ts";

/** Failed runs that calibrate, and others that are held to the threshold, of each split. */
export interface WrongAcceptsSize {
  readonly splits: number;
  readonly calibrating: number;
  readonly fresh: number;
}

/** Results of one score at one number of retries and one gamma. Errors are over splits. */
export interface WrongAcceptsFigures {
  /** The judges' votes and shares of steps added up, or weighed by a panel that a third of the tasks fits. */
  readonly score: "votes" | "fitted";
  /** The tries of a failed run: drawn from all runs, or from the wrong ones, which leaves the least room for right retries. */
  readonly tries: "all" | "wrong";
  readonly retries: number;
  readonly gamma: number;
  readonly n: number;
  /** Of the right retries: those that are accepted. */
  readonly right: Figure;
  /** Of the failed runs: those that end with a wrong result accepted. */
  readonly wrong: Figure;
  /** The same two without a bound: by epsilon's threshold at every attempt. */
  readonly rightUnbounded: Figure;
  readonly wrongUnbounded: Figure;
  /** Splits in which no right retry was accepted: the bound holds there for that reason. */
  readonly nothing: number;
}

const WRONG_ACCEPTS_EPSILON = 0.05;
const RETRIES = [1, 2, 3] as const;
export const GAMMAS = [0.05, 0.1, 0.2] as const;

interface Try {
  readonly score: number;
  readonly right: boolean;
}

interface Ends {
  readonly split: number;
  readonly right: number;
  readonly wrong: number;
  readonly rightUnbounded: number;
  readonly wrongUnbounded: number;
}

/**
 * Accepts retries by recorded opinions of judges. A third of the tasks fits the panel. Each try of a failed run is a run of the other tasks, drawn at random
 * and independently of the other tries: of all of them, so that it is right as often as they are, or of the wrong ones alone.
 */
export function measureWrongAccepts(
  runs: readonly MarkedRun[],
  size: WrongAcceptsSize,
  seed: number,
): readonly WrongAcceptsFigures[] {
  const judged = runs.filter(({ outcome }) => outcome === 1 || outcome === -1);
  const cells = (["votes", "fitted"] as const).flatMap((score) =>
    (["all", "wrong"] as const).flatMap((tries) =>
      RETRIES.flatMap((retries) =>
        GAMMAS.map((gamma) => ({ score, tries, retries, gamma, ends: Array<Ends>() })),
      ),
    ),
  );
  for (let split = 0; split < size.splits; split += 1) {
    const { fitting, others } = partsOf(judged, 1000 * seed + split);
    const panel = fitPanel(
      PANEL_MEMBERS,
      fitting.map((run) => ({ scores: scoresOf(run), right: isRight(run) })),
      { seed },
    );
    const pools = {
      votes: others.map((run) => ({ score: votesOf(run), right: isRight(run) })),
      fitted: others.map((run) => ({ score: panelScore(panel, scoresOf(run)), right: isRight(run) })),
    };
    for (const { ends, score, ...cell } of cells)
      ends.push({ split, ...endsIn(pools[score], { ...cell, size, seed: 1000 * seed + split }) });
  }
  return cells.map(({ ends, ...cell }) => {
    const figure = (of: keyof Ends): Figure =>
      rounded(
        overGroups(
          ends.map((each) => each[of]),
          ends.map((each) => each.split),
        ),
      );
    return {
      ...cell,
      n: size.calibrating,
      right: figure("right"),
      wrong: figure("wrong"),
      rightUnbounded: figure("rightUnbounded"),
      wrongUnbounded: figure("wrongUnbounded"),
      nothing: ends.filter(({ right }) => right === 0).length,
    };
  });
}

/** No task is in both parts. */
function partsOf(runs: readonly MarkedRun[], seed: number) {
  const known = [...new Set(runs.map(({ group }) => group))];
  const order = seededOrder(known.length, seed);
  const fitted = new Set(order.slice(0, Math.floor(order.length / 3)).map((at) => known[at]));
  return {
    fitting: runs.filter(({ group }) => fitted.has(group)),
    others: runs.filter(({ group }) => !fitted.has(group)),
  };
}

/** Votes for the run, plus the shares of steps that are not called wrong. A judge that said nothing adds nothing. */
const votesOf = (run: MarkedRun): number => scoresOf(run).reduce<number>((sum, each) => sum + (each ?? 0), 0);

interface Cell extends Pick<WrongAcceptsFigures, "gamma" | "retries" | "tries"> {
  readonly size: WrongAcceptsSize;
  readonly seed: number;
}

function endsIn(runs: readonly Try[], { gamma, retries, seed, size, tries }: Cell): Omit<Ends, "split"> {
  const random = seededRandom(seed);
  const draw = (from: readonly Try[]): Try =>
    from[Math.floor(from.length * random())] ?? { score: 0, right: false };
  const rightRuns = runs.filter(({ right }) => right);
  const tried = tries === "all" ? runs : runs.filter(({ right }) => !right);
  const failedRun = () => Array.from({ length: retries }, () => draw(tried));
  const verdicts = Array.from({ length: size.calibrating }, () => draw(rightRuns));
  const options = { verifier: "panel", epsilon: WRONG_ACCEPTS_EPSILON };
  const { below } = rejectionOf(calibrateVerifier(verdicts, options));
  const tasks = Array.from({ length: size.calibrating }, failedRun);
  const given = { ...options, retries: { below, maxRetries: retries, tasks, gamma } };
  const above = acceptanceOf(calibrateVerifier(verdicts, given))?.above ?? Infinity;
  const fresh = Array.from({ length: size.fresh }, failedRun);
  const rightRetries = Array.from({ length: size.fresh }, () => draw(rightRuns));
  const shares = (isAccepted: (one: Try) => boolean): Pick<Ends, "right" | "wrong"> => {
    const ends = fresh.map((each) => each.find(isAccepted));
    return {
      right: rightRetries.filter(isAccepted).length / size.fresh,
      wrong: ends.filter((end) => end !== undefined && !end.right).length / size.fresh,
    };
  };
  const bounded = shares(({ score }) => score > above && score >= below);
  const unbounded = shares(({ score }) => score >= below);
  return { ...bounded, rightUnbounded: unbounded.right, wrongUnbounded: unbounded.wrong };
}

const rounded = ({ mean, standardError }: Figure): Figure => ({
  mean: Number(mean.toFixed(5)),
  standardError: Number(standardError.toFixed(5)),
});
