import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { OnlineFigures } from "./online-sequences.ts";
import { DELTA, type RecoveryCell } from "./recovery-cells.ts";
import type { AgentFigures, PolicyFigures, RecoveryFigures } from "./recovery-figures.ts";

/** Standard errors beyond which chance does not reach. */
const BEYOND = 3;
/** Rounding of sums of alphas. */
const SLACK = 1e-6;

/** Sentences of the documentation about recovery. */
export function recoveryClaims({
  agents,
  online,
  pooled,
  rounds,
  versions,
}: RecoveryFigures): readonly Claim[] {
  const { failures = 1 } = versions.at(-1) ?? {};
  return [
    ...agents.flatMap((figures) => figures.policies.map((policy) => onAverage(figures, policy))),
    ...agents.flatMap((figures) => figures.policies.map((policy) => inMost(figures, policy, rounds.delta))),
    ...agents.map(promisesSomething),
    ...agents.map(isOrderStatistic),
    ...agents.flatMap(isCutAlike),
    ...online.map(isWithinAccount),
    ...pooled.slice(1, 2).map(({ alpha, pooled: { mean } }): Claim => {
      // Of as many runs if alpha held: the last pool is a sample, too.
      const error = Math.sqrt((alpha * (1 - alpha)) / failures);
      const holds = mean > alpha;
      return {
        sentence: `calibrated on versions that get worse, more than alpha ${alpha} of the next version's failed runs are not recovered within lambda.`,
        holds,
        ...(holds || mean < alpha - BEYOND * error ? {} : { isOpen: true }),
        measured: `${share(mean, 3)} ± ${share(error, 3)}`,
      };
    }),
  ];
}

function onAverage({ agent }: AgentFigures, { cells, policy }: PolicyFigures): Claim {
  const above = ({ alpha, missed }: RecoveryCell): number =>
    missed.mean - alpha - BEYOND * missed.standardError;
  const worst = cells.toSorted((one, other) => above(other) - above(one))[0];
  return {
    sentence: `${agent}, ${policy}: in each of ${cells.length} cells at most alpha of fresh failed runs are not recovered within lambda, within three standard errors.`,
    holds: cells.every((cell) => above(cell) <= 0),
    measured:
      worst === undefined
        ? "no cell"
        : `at the worst ${share(worst.missed.mean, 3)} ± ${share(worst.missed.standardError, 3)} at alpha ${worst.alpha}, n ${worst.n}`,
  };
}

function inMost({ agent }: AgentFigures, { cells, policy }: PolicyFigures, rounds: number): Claim {
  const most = DELTA + BEYOND * Math.sqrt((DELTA * (1 - DELTA)) / rounds);
  const worst = Math.max(...cells.map(({ untrue }) => untrue));
  return {
    sentence: `${agent}, ${policy}: in each cell at most delta ${DELTA} of calibrations promise with delta what is not true of the pool, within three standard errors.`,
    holds: worst <= most,
    measured: `at the worst ${share(worst, 3)}, at most ${share(most, 3)}`,
  };
}

function promisesSomething({ agent, policies }: AgentFigures): Claim {
  const cells = policies.flatMap((policy) => policy.cells);
  const promising = cells.filter(({ unpromised }) => unpromised < 1).length;
  return {
    sentence: `${agent}: something is promised in some cells.`,
    holds: promising > 0,
    measured: `${promising} of ${cells.length} cells`,
  };
}

function isOrderStatistic({ agent, policies }: AgentFigures): Claim {
  const others = policies.flatMap(({ cells }) => cells).reduce((sum, { otherRank }) => sum + otherRank, 0);
  return {
    sentence: `${agent}: lambda is the order statistic in every calibration.`,
    holds: others === 0,
    measured: `${others} differ`,
  };
}

const isCutAlike = ({ agent, shorter }: AgentFigures): readonly Claim[] =>
  shorter.map(({ cutDiffers, lambda }) => ({
    sentence: `${agent}: a run that is cut after rollback ${lambda} is recovered within ${lambda} exactly where it is without the cut.`,
    holds: cutDiffers === 0,
    measured: `${cutDiffers} runs differ`,
  }));

const isWithinAccount = ({ alpha, kind, most, mostAboveShare, mostAboveWindow }: OnlineFigures): Claim => ({
  sentence: `${kind}, alpha ${alpha}: at most alpha T of the first T failed runs end silently, and at most alpha W + ${most} of any W in a row.`,
  holds: mostAboveShare <= SLACK && mostAboveWindow <= most + SLACK,
  measured: `${mostAboveShare.toFixed(2)} above alpha T and ${mostAboveWindow.toFixed(2)} above alpha W at the most`,
});
